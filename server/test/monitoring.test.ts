import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { loadConfig } from '../src/platform/config.ts'
import { createMetrics } from '../src/platform/telemetry/metrics.ts'

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

type Rule = {
  alert: string
  expr: string
  labels: { severity: string }
  annotations: { summary: string; description: string; runbook_url: string }
}
const alertsText = read('deploy/prometheus/alerts.yml')
const rules = (parse(alertsText) as { groups: { rules: Rule[] }[] }).groups.flatMap(group => group.rules)
const tested = parse(read('deploy/prometheus/alerts.test.yml')) as {
  tests: { alert_rule_test: { alertname: string; exp_alerts: unknown[] }[] }[]
}
const runbooks = read('docs/deploy/runbooks.md')

type Target = { expr: string }
type Panel = { title: string; description?: string; type: string; targets?: Target[] }
const dashboard = JSON.parse(read('deploy/grafana/reverie.json')) as { panels: Panel[] }
const panels = dashboard.panels.filter(({ type }) => type !== 'row')

/** Our metrics with the names and labels of their samples. */
const metrics = await createMetrics().registry.getMetricsAsJSON()
const registry = createMetrics().registry
const labelsOf = new Map(
  metrics.flatMap(({ name, type }) => {
    const { labelNames } = registry.getSingleMetric(name) as unknown as { labelNames?: string[] }
    const parts = String(type) === 'histogram' ? ['_bucket', '_sum', '_count'] : ['']
    return parts.map(part => [`${name}${part}`, new Set([...(labelNames ?? []), 'le', 'job', 'instance'])])
  }),
)

/** Metrics and the labels that a query narrows them by. */
function selectorsIn(query: string): { name: string; labels: string[] }[] {
  return Array.from(query.matchAll(/\b(reverie_\w+)(?:\{([^}]*)\})?/g), ([, name, inner = '']) => ({
    name: name!,
    labels: Array.from(inner.matchAll(/(\w+)\s*(?:=~|!~|!=|=)"/g), ([, label]) => label!),
  }))
}

/** Metrics and labels that do not exist. Prometheus would answer such a query with nothing, and the alert never fire. */
function unknownIn(query: string): string[] {
  return selectorsIn(query).flatMap(({ name, labels }) => {
    const known = labelsOf.get(name)
    return known ? labels.filter(label => !known.has(label)).map(label => `${name}{${label}}`) : [name]
  })
}

describe('the alert rules in deploy/prometheus', () => {
  test('ask only for metrics and labels that exist', () => {
    expect(rules.length).toBeGreaterThan(15)
    expect(rules.flatMap(({ alert, expr }) => unknownIn(expr).map(name => `${alert}: ${name}`))).toEqual([])
  })

  test.each(rules.map(rule => [rule.alert, rule] as const))(
    '%s says what it means and where to read on',
    (alert, rule) => {
      expect(rule.annotations.summary).toMatch(/^\S.{10,120}$/)
      expect(rule.annotations.description).toMatch(/\.$/)
      expect(['page', 'ticket']).toContain(rule.labels.severity)
      const [, anchor] = /^docs\/deploy\/runbooks\.md#(\w+)$/.exec(rule.annotations.runbook_url) ?? []
      expect(runbooks.toLowerCase()).toMatch(new RegExp(`^## ${anchor}$`, 'm'))
      expect(runbooks).toContain(alert)
      // The reason for the threshold.
      expect(alertsText).toMatch(new RegExp(`- alert: ${alert}\\n +# [A-Z]`))
    },
  )

  test('are tested, each with a case in which it fires', () => {
    const firing = tested.tests.flatMap(each =>
      each.alert_rule_test.filter(({ exp_alerts }) => exp_alerts.length > 0),
    )
    const names = new Set(firing.map(({ alertname }) => alertname))
    expect(rules.map(({ alert }) => alert).filter(alert => !names.has(alert))).toEqual([])
  })

  test('have a runbook each, and no runbook is left over', () => {
    const named = Array.from(runbooks.matchAll(/\bReverie[A-Z]\w+/g), ([name]) => name)
    const alerts = new Set(rules.map(({ alert }) => alert))
    expect([...new Set(named)].filter(name => !alerts.has(name))).toEqual([])
  })

  test('come with a configuration that scrapes the one process of reverie start, and no other that would page', () => {
    const { scrape_configs } = parse(read('deploy/prometheus/prometheus.yml'))
    expect(scrape_configs).toEqual([
      { job_name: 'reverie', static_configs: [{ targets: [`127.0.0.1:${loadConfig({}).PORT}`] }] },
    ])
  })

  const hasPromtool = spawnSync('promtool', ['--version']).status === 0
  test.skipIf(!hasPromtool)('pass promtool, which also runs their tests', () => {
    const folder = join(root, 'deploy/prometheus')
    const run = (...args: string[]) => spawnSync('promtool', args, { cwd: folder, encoding: 'utf8' })
    for (const args of [
      ['check', 'rules', 'alerts.yml'],
      ['check', 'config', 'prometheus.yml'],
      ['test', 'rules', 'alerts.test.yml'],
    ]) {
      const { status, stdout, stderr } = run(...args)
      expect(status, `${args.join(' ')}\n${stdout}${stderr}`).toBe(0)
    }
  })
})

describe('the Grafana dashboard', () => {
  test('asks only for metrics and labels that exist', () => {
    const unknown = panels.flatMap(({ title, targets = [] }) =>
      targets.flatMap(({ expr }) => unknownIn(expr).map(name => `${title}: ${name}`)),
    )
    expect(unknown).toEqual([])
  })

  test('shows every metric of ours', () => {
    const shown = panels.flatMap(({ targets = [] }) =>
      targets.flatMap(({ expr }) =>
        selectorsIn(expr).map(({ name }) => name.replace(/_(bucket|sum|count)$/, '')),
      ),
    )
    const ours = metrics.map(({ name }) => name).filter(name => !/^reverie_(process|nodejs)_/.test(name))
    expect(ours.filter(name => !shown.includes(name))).toEqual([])
  })

  test('describes every panel', () => {
    expect(
      panels.filter(({ description = '' }) => !/^.+\.$/.test(description)).map(({ title }) => title),
    ).toEqual([])
  })
})

/** https://prometheus.io/docs/practices/naming */
describe('the name of a metric', () => {
  const ours = metrics.filter(({ name }) => !/^reverie_(process|nodejs)_/.test(name))

  test('ends with _total if and only if it is a counter', () => {
    const wrong = ours.filter(({ name, type }) => name.endsWith('_total') !== (String(type) === 'counter'))
    expect(wrong.map(({ name }) => name)).toEqual([])
  })

  test('is in snake case, with its unit in full and in base units', () => {
    const wrong = ours.filter(
      ({ name }) =>
        !/^[a-z]+(_[a-z]+)*$/.test(name) || /_(ms|millis\w*|secs?|minutes|kb|mb|percent)(_|$)/.test(name),
    )
    expect(wrong.map(({ name }) => name)).toEqual([])
    const times = ours.filter(({ type }) => String(type) === 'histogram').map(({ name }) => name)
    expect(times.filter(name => !name.endsWith('_seconds'))).toEqual([])
  })

  test('repeats no label, and labels are single words', () => {
    const labels = [...labelsOf].flatMap(([name, known]) => [...known].map(label => ({ name, label })))
    expect(labels.filter(({ label }) => !/^[a-z_]+$/.test(label))).toEqual([])
  })

  test('has a help text of whole sentences', () => {
    expect(ours.filter(({ help }) => !/^[A-Z0-9].*\.$/.test(help)).map(({ name }) => name)).toEqual([])
  })
})
