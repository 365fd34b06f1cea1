import { z } from 'zod'
import { storableText } from '../../platform/lib/storable-text.ts'
import { hasTag, oneTag, tagIsRequired } from '../containers/wire-shapes.ts'

export const nodeKinds = ['memory', 'document', 'entity'] as const
export type NodeKind = (typeof nodeKinds)[number]

export const graphRelations = ['updates', 'extends', 'derives', 'source', 'about'] as const
export type GraphRelation = (typeof graphRelations)[number]

/**
 * The largest answer: nodes with labels of 80 characters, and two edges for each node. Edges made up 98 % of the 14 MB
 * that another product's page had to load, so they have a limit of their own.
 */
export const mostNodes = 5_000
export const mostEdges = 10_000

export const graphBody = z
  .object({
    ...oneTag,
    of: z
      .object({
        kind: z.enum(nodeKinds).describe('Kind of the node.'),
        id: storableText.min(1).max(255).describe('Id of the memory or document, or `entity:` and a name.'),
      })
      .optional()
      .meta({
        description:
          'Returns the nodes around this one. Without it, the answer is an overview of the container.',
        example: { kind: 'memory', id: '1Cb2E7KzvbpT8bZne3oSdk' },
      }),
    depth: z.int().min(1).max(2).default(1).describe('Steps away from `of`, 1 or 2.'),
    maxNodes: z
      .int()
      .min(1)
      .max(mostNodes)
      .optional()
      .describe('Maximum number of nodes, 1 to 5,000. Default: 200 around a node, 1,000 in an overview.'),
    maxEdges: z
      .int()
      .min(0)
      .max(mostEdges)
      .optional()
      .describe('Maximum number of edges, 0 to 10,000. Default: twice `maxNodes`.'),
  })
  .refine(hasTag, tagIsRequired)
export type GraphBody = z.output<typeof graphBody>

export const graphResponse = z.object({
  nodes: z
    .array(
      z.object({
        id: z.string().describe('Id of the memory or document, or `entity:` and a name.'),
        kind: z.enum(nodeKinds).describe('Kind of the node. An entity is somebody or something with facts.'),
        label: z
          .string()
          .describe('Text of the memory, title of the document or name, at most 80 characters.'),
        support: z
          .int()
          .describe('Sources that state the memory; edges of this answer that end at a document or entity.'),
        state: z
          .string()
          .describe(
            'Of a memory: `current`, `inferred`, `superseded` or `forgotten`. Of a document: its `status`. Of an entity: `current`.',
          ),
      }),
    )
    .describe('Nodes, the most important first; around a node, that node first.'),
  edges: z
    .array(
      z.object({
        from: z.string().describe('Id of the memory that the edge begins at.'),
        to: z.string().describe('Id of the node that it ends at.'),
        relation: z
          .enum(graphRelations)
          .describe(
            '`updates`, `extends` and `derives`: from a memory to another. `source`: to a document that states it. `about`: to an entity that it is about.',
          ),
      }),
    )
    .describe('Edges between these nodes. In an overview, at most three begin at a node.'),
  isComplete: z.boolean().describe('False when a limit left out nodes or edges.'),
  totals: z
    .object({
      memories: z.int().describe('Current memories of the container.'),
      documents: z.int().describe('Documents of the container.'),
    })
    .describe('Size of the container.'),
})
export type GraphJson = z.output<typeof graphResponse>
