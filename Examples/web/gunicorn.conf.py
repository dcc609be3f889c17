"""Two workers of many threads: a page that is live holds one. `gunicorn rota:app` reads this file."""

workers = 2
worker_class = "gthread"
threads = 32
graceful_timeout = 2
preload_app = False
