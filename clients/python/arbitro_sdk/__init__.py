"""Write a bot, try it offline, play it on a referee."""
