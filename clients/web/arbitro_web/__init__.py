"""Static files of the spectator page and the replay viewer."""
