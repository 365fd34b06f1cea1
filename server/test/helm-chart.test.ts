import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { describe, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { loadConfig } from '../src/platform/config.ts'

const chart = join(import.meta.dirname, '../../deploy/helm/reverie')
const schema = JSON.parse(readFileSync(join(chart, 'values.schema.json'), 'utf8'))
const usual = parse(readFileSync(join(chart, 'values.yaml'), 'utf8'))
const isValid = new Ajv({ strict: false }).compile(schema)

describe('the values of the Helm chart', () => {
  test.each(['PORT', 'WORKER_PORT', 'METRICS_PORT', 'HOST', 'BLOBS', 'BLOB_DIR', 'DATA_DIR', 'LLM_API_KEY'])(
    'refuse the setting %s, which the probes, the volumes or the secret decide',
    name => {
      for (const part of [{ settings: { [name]: 'x' } }, { api: { settings: { [name]: 'x' } } }])
        expect(isValid({ ...usual, ...part })).toBe(false)
    },
  )

  test('refuse to scale workers to none, because only a worker opens a shut gate again', () => {
    const scaled = (minReplicas: number) => ({
      ...usual,
      worker: { ...usual.worker, autoscaling: { ...usual.worker.autoscaling, minReplicas } },
    })
    expect(isValid(scaled(0))).toBe(false)
    expect(isValid(scaled(1))).toBe(true)
  })

  test('take minAvailable beside the maxUnavailable that helm merges in', () => {
    const api = { ...usual.api, podDisruptionBudget: { maxUnavailable: 1, minAvailable: 1 } }
    expect(isValid({ ...usual, api })).toBe(true)
  })
})

type Manifest = { kind: string; metadata: { name: string; annotations?: Record<string, string> }; spec: any }

function render(...args: string[]): Manifest[] {
  const text = execFileSync('helm', ['template', 'memory', chart, '--kube-version', '1.31.0', ...args], {
    encoding: 'utf8',
  })
  return parseAllDocuments(text)
    .map(document => document.toJS() as Manifest | null)
    .filter(manifest => manifest !== null)
}

const hasHelm = spawnSync('helm', ['version']).status === 0

describe.skipIf(!hasHelm)('the rendered Helm chart', () => {
  const s3 = ['--set', 'settings.S3_BUCKET=reverie']
  const find = (manifests: Manifest[], kind: string, name: string) =>
    manifests.find(manifest => manifest.kind === kind && manifest.metadata.name === `memory-reverie${name}`)!
  const podOf = (manifest: Manifest) => manifest.spec.template.spec

  test('gives each process settings that the server accepts, and the ports that its probes ask', () => {
    const manifests = render(...s3, '--set', 'ingress.enabled=true,ingress.host=memory.example.org')
    for (const [kind, name] of [
      ['Deployment', '-api'],
      ['Deployment', '-worker'],
      ['Job', '-migrate'],
    ] as const) {
      const [container] = podOf(find(manifests, kind, name)).containers
      const env: Record<string, string> = Object.fromEntries(
        container.env.filter(({ value }: any) => value).map(({ name, value }: any) => [name, value]),
      )
      const config = loadConfig({ ...env, DATABASE_URL: 'postgres://a:b@db/reverie' })
      expect(config.PUBLIC_URL).toBe('http://memory.example.org')
      const port = name === '-worker' ? config.WORKER_PORT : config.PORT
      if (kind === 'Deployment')
        expect(container.ports.map((each: any) => each.containerPort)).toEqual([port, config.METRICS_PORT])
    }
  })

  test('lets nothing run as root or write outside of its volumes, except the installer of the profile', () => {
    const manifests = render(...s3)
    for (const manifest of manifests.filter(({ kind }) => kind === 'Deployment' || kind === 'Job')) {
      const pod = podOf(manifest)
      expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 1000, fsGroup: 1000 })
      expect(pod.containers[0].securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      })
      const mounts = pod.containers[0].volumeMounts.map((mount: any) => mount.mountPath)
      expect(mounts).toEqual(expect.arrayContaining(['/var/lib/reverie', '/tmp']))
    }
  })

  test('needs the profile of the chart only for workers: a job before the installation would wait for it forever', () => {
    const profile = ['sandbox.installProfile=true', 'sandbox.seccompProfile.type=Localhost']
    const file = 'sandbox.seccompProfile.localhostProfile=reverie/seccomp.json'
    const manifests = render(...s3, '--set', [...profile, file].join(','))
    const typeOf = (kind: string, name: string) =>
      podOf(find(manifests, kind, name)).securityContext.seccompProfile.type
    expect(typeOf('Deployment', '-worker')).toBe('Localhost')
    expect(typeOf('Deployment', '-api')).toBe('RuntimeDefault')
    expect(typeOf('Job', '-migrate')).toBe('RuntimeDefault')
    expect(find(manifests, 'Job', '-migrate').metadata.annotations).toMatchObject({
      'helm.sh/hook': 'pre-install,pre-upgrade',
    })
    expect(podOf(find(manifests, 'DaemonSet', '-seccomp')).tolerations).toEqual([{ operator: 'Exists' }])
  })

  test('has one kind of disruption budget, removes workers slowly, and takes a missing backlog for no empty one', () => {
    const keda = ['worker.autoscaling.by=keda', 'worker.podDisruptionBudget.minAvailable=1']
    const manifests = render(...s3, '--set', keda.join(','))
    expect(find(manifests, 'PodDisruptionBudget', '-worker').spec).toMatchObject({ minAvailable: 1 })
    expect(find(manifests, 'PodDisruptionBudget', '-worker').spec).not.toHaveProperty('maxUnavailable')
    expect(find(manifests, 'PodDisruptionBudget', '-api').spec).toMatchObject({ maxUnavailable: 1 })
    const { triggers, minReplicaCount, advanced } = find(manifests, 'ScaledObject', '-worker').spec
    expect(triggers[0].metadata.ignoreNullValues).toBe('false')
    expect(minReplicaCount).toBe(1)
    const [hpa] = render(...s3, '--set', 'worker.autoscaling.by=hpa')
      .filter(({ metadata }) => metadata.name === 'memory-reverie-worker')
      .filter(({ kind }) => kind === 'HorizontalPodAutoscaler')
    expect(hpa!.spec.behavior.scaleDown.policies).toEqual([{ type: 'Pods', value: 1, periodSeconds: 120 }])
    expect(advanced.horizontalPodAutoscalerConfig.behavior).toEqual(hpa!.spec.behavior)
  })

  test('lets the controller of an ingress in, which runs in another namespace', () => {
    const apiRule = (...args: string[]) =>
      find(render(...s3, ...args), 'NetworkPolicy', '').spec.ingress.find(
        ({ ports }: any) => ports[0].port === 8787,
      )
    expect(apiRule().from).toEqual([{ podSelector: {} }])
    expect(apiRule('--set', 'ingress.enabled=true,ingress.host=a.example.org')).not.toHaveProperty('from')
    expect(apiRule('--set', 'service.type=LoadBalancer')).not.toHaveProperty('from')
  })
})
