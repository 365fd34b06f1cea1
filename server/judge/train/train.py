"""
  python3 train.py EXAMPLES WEIGHTS EPOCHS FIRST_TRAINED [START]

Trains the layers from FIRST_TRAINED up on the examples of prepare.ts and writes WEIGHTS/judge.safetensors after every epoch.
START is a file of an earlier training to continue from. The figures are those of the domains that are held out, measured
with the weights as written.
"""
import copy
import hashlib
import json
import os
import random
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import torch
from torch import nn
from torch.nn import functional as F

from bert import DENSE, LAYER_NAMES, WIDTH, Encoder, load_base, load_trained, write_safetensors

SEED = 14
BATCH = 32
THREADS = 4
# The first training, and one that continues.
RATES = {False: (1.5e-4, 1e-3), True: (1.2e-4, 8e-4)}
WARM_UP = 0.06
SMOOTHING = 0.05
BARE = 0.2
# Subject, attribute and duration of a sentence that nobody keeps matter little, and are hard to tell.
UNKEPT_WEIGHT = 0.3
HEAD_WEIGHTS = {"keep": 1.0, "stance": 1.0, "about": 0.5, "attribute": 0.5, "lasts": 0.5, "relation": 1.5}
# As in prepare.ts and judgement.ts.
NOT_REPLACED = -2
RELATIONS = ["same", "updates", "ends", "adds", "other", "unrelated"]
KEPT = [i for i, name in enumerate(RELATIONS) if name not in ("updates", "ends")]
LARGEST = 63  # as in quantise-rows.ts


class Judge(nn.Module):
    def __init__(self, labels, first_trained):
        super().__init__()
        self.encoder = Encoder(first_trained)
        self.dropout = nn.Dropout(0.1)
        width = lambda head: WIDTH * (4 if head == "relation" else 2)
        sizes = {"keep": 2, **{head: len(names) for head, names in labels.items()}}
        self.heads = nn.ModuleDict({head: nn.Linear(width(head), size) for head, size in sizes.items()})

    def forward(self, batch):
        x = self.encoder(batch["states"], batch["mask"])
        first = x[:, 0]
        means = [(x * span[:, :, None]).sum(1) / span.sum(1, keepdim=True).clamp(min=1) for span in batch["spans"]]
        if len(means) == 1:
            features = self.dropout(torch.cat([first, means[0]], 1))
            return {head: layer(features) for head, layer in self.heads.items() if head != "relation"}
        features = self.dropout(torch.cat([first, *means, (means[0] - means[1]).abs()], 1))
        return {"relation": self.heads["relation"](features)}


def read_examples(path, bare=0.0):
    """A part of the statements without their neighbours, as `bare` says."""
    with open(path) as file:
        examples = [json.loads(line) for line in file]
    return [{**e, **e["bare"]} if "bare" in e and random.random() < bare else e for e in examples]


def tokens_of(examples):
    length = max(len(e["ids"]) for e in examples)
    ids = torch.zeros(len(examples), length, dtype=torch.long)
    mask = torch.zeros(len(examples), length)
    for row, e in enumerate(examples):
        ids[row, : len(e["ids"])] = torch.tensor(e["ids"])
        mask[row, : len(e["ids"])] = 1
    return ids, mask


def add_states(encoder, examples, pool):
    """Runs the frozen layers once for each example."""
    order = sorted(examples, key=lambda e: len(e["ids"]))

    def work(start):
        part = order[start : start + 32]
        for e, states in zip(part, encoder.frozen(*tokens_of(part))):
            e["states"] = states[: len(e["ids"])].half()

    list(pool.map(work, range(0, len(order), 32)))


def collate(examples):
    _, mask = tokens_of(examples)
    states = torch.zeros(*mask.shape, WIDTH)
    spans = [torch.zeros(mask.shape) for _ in examples[0]["spans"]]
    for row, e in enumerate(examples):
        states[row, : len(e["ids"])] = e["states"]
        for span, (start, end) in zip(spans, e["spans"]):
            span[row, start:end] = 1
    heads = [head for head in HEAD_WEIGHTS if head in examples[0]]
    labels = {head: torch.tensor([e[head] for e in examples]) for head in heads}
    return {"states": states, "mask": mask, "spans": spans, "labels": labels}


def batches_of(examples):
    """Examples of similar length together, so that little is padded; in random order otherwise."""
    order = sorted(random.sample(examples, len(examples)), key=lambda e: len(e["ids"]) + random.random() * 6)
    return [order[i : i + BATCH] for i in range(0, len(order), BATCH)]


def loss_of(logits, labels):
    total = 0.0
    for head, values in logits.items():
        wanted = labels[head]
        if head == "relation":
            total = total + HEAD_WEIGHTS[head] * relation_loss(values, wanted)
            continue
        losses = F.cross_entropy(values, wanted, ignore_index=-1, reduction="none", label_smoothing=SMOOTHING)
        if head in ("about", "attribute", "lasts"):
            losses = losses * torch.where(labels["keep"] == 1, 1.0, UNKEPT_WEIGHT)
        total = total + HEAD_WEIGHTS[head] * losses.sum() / (wanted >= 0).sum().clamp(min=1)
    return total


def relation_loss(values, wanted):
    """Of a pair of a chronicle that replaces nothing, only that is known: the other relations may share the rest."""
    named = F.cross_entropy(values, wanted.clamp(min=0), reduction="none", label_smoothing=SMOOTHING)
    kept = torch.logsumexp(values, 1) - torch.logsumexp(values[:, KEPT], 1)
    return torch.where(wanted == NOT_REPLACED, kept, named).mean()


def quantised(weight):
    """As quantise-rows.ts does it, so that the server's int8 weights are these very numbers."""
    scale = np.abs(weight).max(1) / LARGEST
    scale[scale == 0] = 1
    scale = scale.astype(np.float32)
    return np.rint(weight / scale[:, None]).clip(-LARGEST, LARGEST).astype(np.int8), scale


def export(judge):
    """The tensors to write, and a judge that computes with them."""
    shipped = copy.deepcopy(judge).eval()
    tensors = {}
    for i, layer in list(enumerate(shipped.encoder.layers))[shipped.encoder.first_trained :]:
        for own, theirs in LAYER_NAMES.items():
            part, name = getattr(layer, own), f"encoder.layer.{i}.{theirs}"
            weight = part.weight.detach().numpy()
            if own in DENSE:
                tensors[f"{name}.weight"], tensors[f"{name}.scale"] = quantised(weight)
                part.weight.data.copy_(
                    torch.from_numpy(tensors[f"{name}.weight"] * tensors[f"{name}.scale"][:, None])
                )
            else:
                tensors[f"{name}.weight"] = weight.copy()
            tensors[f"{name}.bias"] = part.bias.detach().numpy().copy()
    for head, layer in shipped.heads.items():
        tensors[f"heads.{head}.weight"] = layer.weight.detach().numpy().copy()
        tensors[f"heads.{head}.bias"] = layer.bias.detach().numpy().copy()
    return tensors, shipped


def predict(judge, examples):
    """Logits and labels of each head."""
    judge.eval()
    found = {}
    order = sorted(examples, key=lambda e: len(e["ids"]))
    with torch.no_grad():
        for i in range(0, len(order), 64):
            batch = collate(order[i : i + 64])
            for head, logits in judge(batch).items():
                found.setdefault(head, []).append((logits, batch["labels"][head]))
    return {head: tuple(torch.cat(parts) for parts in zip(*pieces)) for head, pieces in found.items()}


def fit_temperature(logits, labels):
    choices = torch.linspace(0.4, 3, 131)
    losses = [F.cross_entropy(logits / t, labels).item() for t in choices]
    return round(choices[int(np.argmin(losses))].item(), 3)


def evaluate(judge, statements, pairs, chronicles, relations):
    found = {**predict(judge, statements), **predict(judge, pairs)}
    kept = found["keep"][1] == 1
    figures, temperatures = {}, {}
    for head, (logits, labels) in found.items():
        if head in ("about", "attribute", "lasts"):
            logits, labels = logits[kept], labels[kept]
        figures[head] = (logits.argmax(1) == labels).float().mean().item()
        temperatures[head] = fit_temperature(logits, labels)
    logits, labels = found["relation"]
    guesses = logits.argmax(1)
    replaces = lambda values: (values == relations.index("updates")) | (values == relations.index("ends"))
    both = (replaces(guesses) & replaces(labels)).sum().item()
    figures["replaces precision"] = both / max(1, replaces(guesses).sum().item())
    figures["replaces recall"] = both / max(1, replaces(labels).sum().item())
    logits, labels = predict(judge, chronicles)["relation"]
    figures["chronicles"] = average_precision(1 - logits.softmax(1)[:, KEPT].sum(1), labels != NOT_REPLACED)
    return {name: round(value, 4) for name, value in figures.items()}, temperatures


def average_precision(scores, wanted):
    """Of changes among pairs of the same life, most of which change nothing: the precision at each change found, on average."""
    hits = wanted[scores.argsort(descending=True)].float()
    precision = hits.cumsum(0) / torch.arange(1, len(hits) + 1)
    return (precision * hits).sum().item() / max(1.0, hits.sum().item())


def write_weights(directory, judge, meta, held, note):
    tensors, shipped = export(judge)
    figures, temperatures = evaluate(shipped, *held, meta["labels"]["relation"])
    with open(meta["base"], "rb") as file:
        base = hashlib.sha256(file.read()).hexdigest()
    metadata = {
        "base": base,
        "firstTrained": str(judge.encoder.first_trained),
        "labels": json.dumps(meta["labels"]),
        "temperatures": json.dumps(temperatures),
        "figures": json.dumps(figures),
        "training": json.dumps(note),
    }
    path = os.path.join(directory, "judge.safetensors")
    write_safetensors(path + ".tmp", tensors, metadata)
    os.replace(path + ".tmp", path)
    with open(path, "rb") as file:
        digest = hashlib.sha256(file.read()).hexdigest()
    with open(os.path.join(directory, "judge.sha256"), "w") as file:
        file.write(f"{digest}  judge.safetensors\n")
    print("held out", json.dumps(figures), "temperatures", json.dumps(temperatures), flush=True)


def optimiser_of(judge, continues):
    for part in (judge.encoder.words, judge.encoder.positions, judge.encoder.segments, judge.encoder.norm):
        part.requires_grad_(False)
    judge.encoder.layers[: judge.encoder.first_trained].requires_grad_(False)
    layer_rate, head_rate = RATES[continues]
    layers = [p for p in judge.encoder.parameters() if p.requires_grad]
    return torch.optim.AdamW(
        [{"params": layers, "lr": layer_rate}, {"params": judge.heads.parameters(), "lr": head_rate}],
        weight_decay=0.01,
    )


def replica_of(judge):
    """Shares the weights and has gradients of its own."""
    replica = copy.deepcopy(judge)
    for own, theirs in zip(replica.parameters(), judge.parameters()):
        own.data = theirs.data
        own.requires_grad_(theirs.requires_grad)
    return replica


def learn(judges, examples, pool):
    """
    Each thread takes a part of the batch. Threads inside each operation, as torch has them, wait for each other all the
    time on a machine that does other work too (one product, measured under load: 20 GFLOPS with two
    such threads, 34 to 57 with one).
    """

    def work(which):
        part = examples[which :: len(judges)]
        if not part:
            return 0.0
        batch = collate(part)
        loss = loss_of(judges[which](batch), batch["labels"]) * (len(part) / len(examples))
        loss.backward()
        return loss.item()

    losses = list(pool.map(work, range(len(judges))))
    first, *others = judges
    for other in others:
        for mine, theirs in zip(first.parameters(), other.parameters()):
            if theirs.grad is not None:
                mine.grad = theirs.grad if mine.grad is None else mine.grad.add_(theirs.grad)
                theirs.grad = None
    return sum(losses)


def main():
    source, directory, epochs, first_trained, *start = sys.argv[1:]
    epochs = int(epochs)
    torch.set_num_threads(1)
    random.seed(SEED)
    torch.manual_seed(SEED)
    (meta,) = read_examples(f"{source}/meta.jsonl")
    train = [read_examples(f"{source}/{kind}.train.jsonl", BARE) for kind in ("statements", "pairs")]
    held = [read_examples(f"{source}/{kind}.held.jsonl") for kind in ("statements", "pairs", "chronicles")]
    assert meta["labels"]["relation"] == RELATIONS

    judge = Judge(meta["labels"], int(first_trained))
    load_base(judge.encoder, meta["base"])
    for path in start:
        load_trained(judge, path)
    optimiser = optimiser_of(judge, len(start) > 0)
    judges = [judge, *(replica_of(judge) for _ in range(THREADS - 1))]
    pool = ThreadPoolExecutor(THREADS)
    started = time.time()
    for examples in (*train, *held):
        add_states(judge.encoder, examples, pool)
        print(f"frozen layers of {len(examples)} examples: {time.time() - started:.0f} s", flush=True)
    steps = epochs * sum(len(batches_of(examples)) for examples in train)
    warm = int(steps * WARM_UP)
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimiser, lambda step: min((step + 1) / warm, max(0.0, (steps - step) / (steps - warm)))
    )
    step, started, running = 0, time.time(), []
    for epoch in range(epochs):
        for each in judges:
            each.train()
        batches = [batch for examples in train for batch in batches_of(examples)]
        random.shuffle(batches)
        for examples in batches:
            optimiser.zero_grad(set_to_none=True)
            running.append(learn(judges, examples, pool))
            nn.utils.clip_grad_norm_(judge.parameters(), 1.0)
            optimiser.step()
            schedule.step()
            step += 1
            if step % 25 == 0:
                spent = time.time() - started
                left = spent / step * (steps - step)
                print(f"step {step}/{steps} loss {np.mean(running):.3f} {spent:.0f} s, {left:.0f} s left", flush=True)
                running = []
        note = {"epochs": epoch + 1, "of": epochs, "seed": SEED, "examples": [len(examples) for examples in train]}
        write_weights(directory, judge, meta, held, note)


main()
