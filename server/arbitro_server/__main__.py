"""``python -m arbitro_server``: the verb ``serve`` without the ``arbitro`` command around it."""

from arbitro_server.verbs import serve

if __name__ == "__main__":
    serve(prog_name="python -m arbitro_server")
