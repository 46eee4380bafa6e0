"""A course, its people and a session from a program: course_from_a_program.py https://games.example.org NAME PASSWORD

With the number of a session behind them, it reads that session's marks and fetches its papers instead.
"""

import sys
import time

import requests


def main(site, name, password, session=None):
    api, caller = f"{site}/api/v1", requests.Session()
    scopes = ["courses:read", "courses:write", "sessions:read", "sessions:write", "grades:read", "papers:read"]

    def ask(method, path, **body):
        answer = caller.request(method, api + path, json=body or None, timeout=30)
        answer.raise_for_status()
        return answer.json()

    token = ask("POST", "/token", username=name, password=password, scopes=scopes)["token"]
    caller.headers["Authorization"] = f"Bearer {token}"
    if session is None:
        course = ask("POST", "/courses", name="Site management", term="Spring", time_zone="Europe/Paris")
        class_list = [{"name": "Zoe Martin", "team": "Team 1"}, {"name": "Max Petit", "team": "Team 1"}]
        for person in ask("POST", f"/courses/{course['id']}/people", people=class_list)["people"]:
            print(person["name"], person["link"])
        made = ask("POST", f"/courses/{course['id']}/sessions", title="Workshop", game="domego", start=True)
        print("session", made["id"], *(table["match"] for table in made["tables"]))
        return
    for mark in ask("GET", f"/sessions/{session}/marks")["marks"]:
        print(mark["name"], mark["final"] or mark["mark_state"])
    papers = ask("POST", f"/sessions/{session}/papers", language="en", kinds=["class", "team"])["papers"]
    while any(paper["state"] == "working" for paper in papers):
        time.sleep(1)
        papers = ask("GET", f"/sessions/{session}/papers")["papers"]
    for paper in papers:
        pdf = caller.get(site + paper["url"], timeout=30)
        print(paper["title"], len(pdf.content))


main(*sys.argv[1:])
