// Runs in the browser. Every address is relative, so the page works below a path prefix.
const address = new URL('.', location.href).href.replace(/\/$/, '')
for (const place of document.querySelectorAll('[data-address]')) place.textContent = address

const status = document.getElementById('status')
const statusText = document.getElementById('status-text')

function show(state, text) {
  status.dataset.state = state
  statusText.textContent = text
}

async function look() {
  try {
    const {
      status: ready,
      checks = {},
      gates = [],
    } = await (await fetch('ready', { cache: 'no-store' })).json()
    const failing = Object.keys(checks).filter(name => checks[name] === 'failing')
    const waiting = [...new Set(gates.map(({ gate }) => gate))]
    if (ready === 'not_ready') show('down', ['Not ready', failing.join(', ')].filter(Boolean).join(': '))
    else if (failing.length > 0) show('partial', `Failing: ${failing.join(', ')}`)
    else if (waiting.length > 0) show('partial', `Documents wait for: ${waiting.join(', ')}`)
    else show('ready', 'Ready')
  } catch {
    show('down', 'Not reachable')
  }
}

look()
setInterval(() => {
  if (!document.hidden) look()
}, 10_000)
document.addEventListener('visibilitychange', () => {
  if (!document.hidden) look()
})

/** Without https the clipboard is closed to pages, except for what is selected. */
async function copy(text, source) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text)
  getSelection().selectAllChildren(source)
  document.execCommand('copy')
}

for (const block of document.querySelectorAll('.code')) {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'copy'
  button.textContent = 'Copy'
  button.addEventListener('click', async () => {
    const source = block.querySelector('code')
    await copy(source.textContent, source)
    button.textContent = 'Copied'
    setTimeout(() => {
      button.textContent = 'Copy'
    }, 2000)
  })
  block.append(button)
}
