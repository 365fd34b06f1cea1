/** One line of a chart. Dashed lines are for the slower percentile of the same colour. */
export type Series = { name: string; points: readonly (readonly [number, number])[]; dashed?: boolean }

export type Axis = { label: string; isLog?: boolean; ticks?: readonly number[] }

export type Chart = { title: string; x: Axis; y: Axis; series: readonly Series[] }

const width = 720
/** Top of the legend. Each of its lines has two series. */
const legendTop = 380
const legendLine = 20
const plot = { left: 74, right: 700, top: 52, bottom: 320 }
/** Told apart with any kind of colour vision (Okabe and Ito). */
const colours = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#8a6d00', '#555555']
const ink = '#24292f'
const grid = '#d8dee4'

/**
 * A chart as SVG. It has a white ground of its own, so it can be read on light and dark pages alike. Dashed series take the
 * colour of the series before them.
 */
export function drawChart(chart: Chart): string {
  const series = chart.series.filter(({ points }) => points.length > 0)
  const points = series.flatMap(({ points }) => points)
  if (points.length === 0) throw new Error(`Nothing to draw: ${chart.title}`)
  const x = scaleOf(
    chart.x,
    points.map(([at]) => at),
    plot.left,
    plot.right,
    false,
  )
  const y = scaleOf(
    chart.y,
    points.map(([, at]) => at),
    plot.bottom,
    plot.top,
    true,
  )
  const parts = [
    text(plot.left, 26, chart.title, { size: 16, weight: 600 }),
    ...y.ticks.flatMap(tick => [
      `<path d="M${plot.left} ${y.at(tick)}H${plot.right}" stroke="${grid}"/>`,
      text(plot.left - 8, y.at(tick) + 4, show(tick), { anchor: 'end' }),
    ]),
    ...x.ticks.map(tick => text(x.at(tick), plot.bottom + 20, show(tick), { anchor: 'middle' })),
    text(plot.right, plot.bottom + 40, chart.x.label, { anchor: 'end' }),
    text(plot.left, plot.top - 8, chart.y.label, {}),
    ...drawSeries(series, x, y),
  ]
  return wrap(chart.title, legendTop + legendLine * Math.ceil(series.length / 2), parts)
}

type Scale = { at(value: number): number; ticks: number[] }

function scaleOf(axis: Axis, values: readonly number[], from: number, to: number, fromZero: boolean): Scale {
  const place = (value: number) => (axis.isLog ? Math.log10(Math.max(value, smallest)) : value)
  const ticks = axis.ticks
    ? [...axis.ticks]
    : axis.isLog
      ? powersAround(values)
      : roundTicks(values, fromZero)
  const [low, high] = [place(Math.min(...ticks, ...values)), place(Math.max(...ticks, ...values))]
  const span = high - low || 1
  const at = (value: number) => Math.round(10 * (from + ((to - from) * (place(value) - low)) / span)) / 10
  return { at, ticks }
}

/** Logarithms end here: times are rounded to a tenth of a second, so some are zero. */
const smallest = 0.1

function powersAround(values: readonly number[]): number[] {
  const low = Math.floor(Math.log10(Math.max(smallest, Math.min(...values))))
  const high = Math.ceil(Math.log10(Math.max(smallest, ...values)))
  return Array.from({ length: Math.max(1, high - low) + 1 }, (_, i) => 10 ** (low + i))
}

/** Four to eight ticks at round numbers. */
function roundTicks(values: readonly number[], fromZero: boolean): number[] {
  const low = fromZero ? 0 : Math.min(...values)
  const high = Math.max(...values, low + Number.EPSILON)
  const rough = (high - low || 1) / 5
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = power * (rough / power > 5 ? 10 : rough / power > 2 ? 5 : rough / power > 1 ? 2 : 1)
  const first = Math.floor(low / step)
  const last = Math.ceil(high / step)
  return Array.from({ length: last - first + 1 }, (_, i) => Number(((first + i) * step).toPrecision(12)))
}

function drawSeries(series: readonly Series[], x: Scale, y: Scale): string[] {
  let colour = -1
  return series.flatMap(({ name, points, dashed }, i) => {
    if (!dashed || i === 0) colour++
    const stroke = colours[colour % colours.length]!
    const line = points.map(([a, b], n) => `${n === 0 ? 'M' : 'L'}${x.at(a)} ${y.at(b)}`).join('')
    const dash = dashed ? ' stroke-dasharray="6 4"' : ''
    // Beyond thirty, marks would cover the line.
    const marks = points.length > 30 ? [] : points
    const [left, top] = [plot.left + (i % 2) * 320, legendTop + Math.floor(i / 2) * legendLine]
    return [
      `<path d="${line}" fill="none" stroke="${stroke}" stroke-width="2"${dash}/>`,
      ...marks.map(([a, b]) => `<circle cx="${x.at(a)}" cy="${y.at(b)}" r="3.5" fill="${stroke}"/>`),
      `<path d="M${left} ${top - 4}h24" stroke="${stroke}" stroke-width="2"${dash}/>`,
      text(left + 32, top, name, {}),
    ]
  })
}

type TextStyle = { anchor?: 'middle' | 'end'; size?: number; weight?: number }

function text(x: number, y: number, content: string, { anchor, size: px = 13, weight }: TextStyle): string {
  const style = `${anchor ? ` text-anchor="${anchor}"` : ''}${weight ? ` font-weight="${weight}"` : ''}`
  return `<text x="${x}" y="${Math.round(10 * y) / 10}" font-size="${px}" fill="${ink}"${style}>${toXml(content)}</text>`
}

const toXml = (content: string) =>
  content.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** 1,000,000 as 1M, and no more digits than matter. */
function show(value: number): string {
  if (value >= 1_000_000) return `${Number((value / 1_000_000).toPrecision(3))}M`
  if (value >= 1_000) return `${Number((value / 1_000).toPrecision(3))}k`
  return String(Number(value.toPrecision(3)))
}

function wrap(title: string, height: number, parts: readonly string[]): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="system-ui, sans-serif" role="img" aria-label="${toXml(title)}">
<rect width="${width}" height="${height}" rx="8" fill="#ffffff"/>
${parts.join('\n')}
</svg>
`
}
