"""Memory for Python programs on Reverie, with nothing but the standard library.

    memory = Memory("http://127.0.0.1:8787", "sm_...", container_tag="user_42")
    memory.add_conversation("chat-1", [{"role": "user", "content": "I am vegan."}])
    print(memory.recall("What could I cook?"))
"""

import json
import time
import urllib.error
import urllib.parse
import urllib.request


class ReverieError(Exception):
    """An error response. `code` is stable, for programs to compare; `status` is the HTTP status."""

    def __init__(self, status, body):
        super().__init__(body.get("error", f"HTTP {status}"))
        self.status = status
        self.code = body.get("code")


class Memory:
    """Memories of one container, for example of one end user."""

    def __init__(self, base_url, api_key, container_tag, timeout=30.0, retries=3):
        self.base_url = base_url.rstrip("/")
        self.api_key = api_key
        self.container_tag = container_tag
        self.timeout = timeout
        self.retries = retries

    def add(self, text):
        """Writes one memory as it is. Returns its id."""
        body = {"containerTag": self.container_tag, "memories": [{"content": text}]}
        return self.request("POST", "/v4/memories", body)["memories"][0]["id"]

    def add_conversation(self, conversation_id, messages):
        """Stores messages and extracts memories from them in the background. Messages already stored are not repeated."""
        return self.request("POST", "/v4/conversations", {
            "conversationId": conversation_id,
            "containerTag": self.container_tag,
            "messages": messages,
        })["id"]

    def search(self, question, limit=10):
        """Returns the memories that match best, each with `id`, `memory` and `similarity`."""
        body = {"q": question, "containerTag": self.container_tag, "limit": limit}
        return self.request("POST", "/v4/search", body)["results"]

    def recall(self, question=None):
        """Returns the profile and the memories that match the question, one per line, for a prompt."""
        body = {"containerTag": self.container_tag}
        if question:
            body["q"] = question
        answer = self.request("POST", "/v4/profile", body)
        found = [hit["memory"] for hit in answer.get("searchResults", {}).get("results", [])]
        facts = answer["profile"]["static"] + answer["profile"]["dynamic"] + found
        return "\n".join(f"- {fact}" for fact in dict.fromkeys(facts))

    def forget(self, memory_id):
        """Forgets a memory: search and profile no longer show it."""
        self.request("DELETE", "/v4/memories", {"containerTag": self.container_tag, "id": memory_id})

    def wait_until_remembered(self, document_id, timeout=60.0):
        """Waits until the memories of a document exist."""
        path = f"/v3/documents/{urllib.parse.quote(document_id)}"
        deadline = time.monotonic() + timeout
        while True:
            document = self.request("GET", path)
            if document["dreamingStatus"] == "done":
                return
            if document["status"] == "failed" or time.monotonic() > deadline:
                raise TimeoutError(f"no memories yet: {document['status']}")
            time.sleep(0.2)

    def request(self, method, path, body=None):
        """Sends a request. Repeats it after 429 and 503, when the server says how long to wait."""
        data = None if body is None else json.dumps(body).encode()
        for attempt in range(self.retries + 1):
            request = urllib.request.Request(self.base_url + path, data=data, method=method, headers={
                "Authorization": f"Bearer {self.api_key}",
                "Content-Type": "application/json",
            })
            try:
                with urllib.request.urlopen(request, timeout=self.timeout) as response:
                    return json.loads(response.read() or b"null")
            except urllib.error.HTTPError as error:
                wait = error.headers.get("Retry-After")
                if error.code not in (429, 503) or wait is None or attempt == self.retries:
                    raise ReverieError(error.code, json.loads(error.read() or b"{}")) from None
                time.sleep(float(wait))
