"""A BERT encoder that loads the base weights, and reading and writing of safetensors."""
import json
import struct

import numpy as np
import torch
from torch import nn
from torch.nn import functional as F

WIDTH, HEADS, LAYERS, INNER = 384, 12, 6, 1536
DTYPES = {"F16": np.float16, "F32": np.float32, "I8": np.int8, "I64": np.int64}


class Layer(nn.Module):
    def __init__(self, dropout):
        super().__init__()
        self.query, self.key, self.value = (nn.Linear(WIDTH, WIDTH) for _ in range(3))
        self.mix = nn.Linear(WIDTH, WIDTH)
        self.mix_norm = nn.LayerNorm(WIDTH, eps=1e-12)
        self.widen, self.narrow = nn.Linear(WIDTH, INNER), nn.Linear(INNER, WIDTH)
        self.norm = nn.LayerNorm(WIDTH, eps=1e-12)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x, bias):
        batch, length, _ = x.shape
        q, k, v = (
            part(x).view(batch, length, HEADS, -1).transpose(1, 2)
            for part in (self.query, self.key, self.value)
        )
        weights = torch.softmax(q @ k.transpose(2, 3) / (WIDTH // HEADS) ** 0.5 + bias, dim=-1)
        mixed = (weights @ v).transpose(1, 2).reshape(batch, length, WIDTH)
        x = self.mix_norm(x + self.dropout(self.mix(mixed)))
        return self.norm(x + self.dropout(self.narrow(F.gelu(self.widen(x)))))


class Encoder(nn.Module):
    """
    Embeddings and the layers below `first_trained` stay as in the base: they need not be shipped, and run only once in
    training.
    """

    def __init__(self, first_trained, dropout=0.1):
        super().__init__()
        self.first_trained = first_trained
        self.words = nn.Embedding(30522, WIDTH)
        self.positions = nn.Embedding(512, WIDTH)
        self.segments = nn.Embedding(2, WIDTH)
        self.norm = nn.LayerNorm(WIDTH, eps=1e-12)
        self.layers = nn.ModuleList(Layer(0.0 if i < first_trained else dropout) for i in range(LAYERS))

    def frozen(self, ids, mask):
        with torch.no_grad():
            x = self.norm(self.words(ids) + self.positions.weight[: ids.shape[1]] + self.segments.weight[0])
            for layer in self.layers[: self.first_trained]:
                x = layer(x, bias_of(mask))
        return x

    def forward(self, x, mask):
        for layer in self.layers[self.first_trained :]:
            x = layer(x, bias_of(mask))
        return x


def bias_of(mask):
    return (1.0 - mask)[:, None, None, :] * -1e4


LAYER_NAMES = {
    "query": "attention.self.query",
    "key": "attention.self.key",
    "value": "attention.self.value",
    "mix": "attention.output.dense",
    "mix_norm": "attention.output.LayerNorm",
    "widen": "intermediate.dense",
    "narrow": "output.dense",
    "norm": "output.LayerNorm",
}
DENSE = [name for name in LAYER_NAMES if "norm" not in name]


def load_base(encoder, path):
    tensors = read_safetensors(path)
    take = lambda name: torch.from_numpy(tensors[name].astype(np.float32))
    with torch.no_grad():
        encoder.words.weight.copy_(take("embeddings.word_embeddings.weight"))
        encoder.positions.weight.copy_(take("embeddings.position_embeddings.weight"))
        encoder.segments.weight.copy_(take("embeddings.token_type_embeddings.weight"))
        encoder.norm.weight.copy_(take("embeddings.LayerNorm.weight"))
        encoder.norm.bias.copy_(take("embeddings.LayerNorm.bias"))
        for i, layer in enumerate(encoder.layers):
            for own, theirs in LAYER_NAMES.items():
                for part in ("weight", "bias"):
                    getattr(getattr(layer, own), part).copy_(take(f"encoder.layer.{i}.{theirs}.{part}"))


def load_trained(judge, path):
    """Continues from the weights of an earlier training, which may have changed fewer layers."""
    tensors = read_safetensors(path)
    with torch.no_grad():
        for i, layer in enumerate(judge.encoder.layers):
            for own, theirs in LAYER_NAMES.items():
                name, part = f"encoder.layer.{i}.{theirs}", getattr(layer, own)
                if f"{name}.weight" not in tensors:
                    continue
                scale = tensors[f"{name}.scale"][:, None] if own in DENSE else 1
                part.weight.copy_(torch.from_numpy((tensors[f"{name}.weight"] * scale).astype(np.float32)))
                part.bias.copy_(torch.from_numpy(tensors[f"{name}.bias"].copy()))
        for head, layer in judge.heads.items():
            layer.weight.copy_(torch.from_numpy(tensors[f"heads.{head}.weight"].copy()))
            layer.bias.copy_(torch.from_numpy(tensors[f"heads.{head}.bias"].copy()))


def read_safetensors(path):
    with open(path, "rb") as file:
        (length,) = struct.unpack("<Q", file.read(8))
        header = json.loads(file.read(length))
        data = file.read()
    return {
        name: np.frombuffer(data[slice(*entry["data_offsets"])], DTYPES[entry["dtype"]]).reshape(entry["shape"])
        for name, entry in header.items()
        if name != "__metadata__"
    }


def write_safetensors(path, tensors, metadata):
    names = {np.dtype(value): key for key, value in DTYPES.items()}
    header, offset = {"__metadata__": metadata}, 0
    for name, tensor in tensors.items():
        end = offset + tensor.nbytes
        header[name] = {"dtype": names[tensor.dtype], "shape": list(tensor.shape), "data_offsets": [offset, end]}
        offset = end
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    with open(path, "wb") as file:
        file.write(struct.pack("<Q", len(text)) + text)
        for tensor in tensors.values():
            file.write(tensor.tobytes())
