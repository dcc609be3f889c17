"""Two workers of many threads: a page that is live holds one. `gunicorn rota:app` reads this file."""

import os

workers = 2
worker_class = "gthread"
threads = 32
graceful_timeout = 1


def worker_exit(server: object, worker: object) -> None:
    """Open streams have no end to wait for; their browsers come back to the next worker."""
    os._exit(0)
