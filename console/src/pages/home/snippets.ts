import { root } from '../../data/client.ts'

const address = root.href.replace(/\/$/, '')

export type Snippet = { name: string; text: string }

/** The first two calls in each language, and the settings of each MCP client, with the address of this server and the key. */
export function snippetsFor(key: string): Snippet[] {
  return [
    {
      name: 'curl',
      text: `export REVERIE_KEY=${key}

curl -s ${address}/v3/documents \\
  -H "Authorization: Bearer $REVERIE_KEY" -H 'content-type: application/json' \\
  -d '{"content": "Ada moved to Lisbon in May.", "containerTag": "me"}'

curl -s ${address}/v4/search \\
  -H "Authorization: Bearer $REVERIE_KEY" -H 'content-type: application/json' \\
  -d '{"q": "where does Ada live?", "containerTag": "me"}'`,
    },
    {
      name: 'TypeScript',
      text: `import { Reverie } from '@reverie/sdk'

const reverie = new Reverie({
  baseUrl: '${address}',
  apiKey: '${key}',
})

const { id } = await reverie.add({ content: 'Ada moved to Lisbon in May.', containerTag: 'me' })
await reverie.waitUntilDone(id, { memories: true })
const { results } = await reverie.searchHybrid({ q: 'where does Ada live?', containerTag: 'me' })`,
    },
    {
      name: 'Python',
      text: `import requests

url = "${address}"
headers = {"Authorization": "Bearer ${key}"}

requests.post(f"{url}/v3/documents", headers=headers,
              json={"content": "Ada moved to Lisbon in May.", "containerTag": "me"})
found = requests.post(f"{url}/v4/search", headers=headers,
                      json={"q": "where does Ada live?", "containerTag": "me"}).json()`,
    },
    {
      name: 'Claude Code',
      text: `claude mcp add --transport http reverie ${address}/mcp \\
  --header "Authorization: Bearer ${key}"`,
    },
    {
      name: 'Cursor',
      text: `// .cursor/mcp.json; VS Code has the same in .vscode/mcp.json under "servers"
${JSON.stringify({ mcpServers: { reverie: { url: `${address}/mcp`, headers: { Authorization: `Bearer ${key}` } } } }, null, 2)}`,
    },
    {
      name: 'Codex',
      text: `# ~/.codex/config.toml, and the key in the environment: export REVERIE_KEY=${key}
[mcp_servers.reverie]
url = "${address}/mcp"
bearer_token_env_var = "REVERIE_KEY"`,
    },
    {
      name: 'Claude Desktop',
      text: `// claude_desktop_config.json
${JSON.stringify({ mcpServers: { reverie: { command: 'reverie', args: ['mcp'], env: { REVERIE_URL: address, REVERIE_KEY: key } } } }, null, 2)}`,
    },
  ]
}
