"""A chat that remembers its user: python3 example.py"""

import os

from reverie_memory import Memory


def scripted_model(system, question):
    """Stands in for a language model, so that the example needs none. Call yours with the same two texts."""
    known = [line for line in system.splitlines() if line.startswith("- ")]
    return f"I remember: {' '.join(known)}" if known else "Nice to meet you."


memory = Memory(os.environ["REVERIE_URL"], os.environ["REVERIE_KEY"], container_tag="python_ada")


def chat(conversation_id, question):
    reply = scripted_model(f"You know about the user:\n{memory.recall(question)}", question)
    messages = [{"role": "user", "content": question}, {"role": "assistant", "content": reply}]
    return reply, memory.add_conversation(conversation_id, messages)


reply, document = chat("python-monday", "I am vegan and I live in Lisbon.")
print("Monday:", reply)
memory.wait_until_remembered(document)
print("Tuesday:", "vegan" in chat("python-tuesday", "What could I cook tonight?")[0])

added = memory.add("Ada's anniversary is on 4 May.")
print("Found:", memory.search("When is the anniversary?", limit=1)[0]["memory"])
memory.forget(added)
print("Forgotten:", all(hit["id"] != added for hit in memory.search("When is the anniversary?")))
