{{- define "reverie.name" -}}
{{- if contains .Chart.Name .Release.Name }}{{ .Release.Name | trunc 50 | trimSuffix "-" }}{{ else }}{{ printf "%s-%s" .Release.Name .Chart.Name | trunc 50 | trimSuffix "-" }}{{ end }}
{{- end }}

{{/* Labels that never change, by which a Deployment finds its pods. Takes (list $ "api"). */}}
{{- define "reverie.selector" -}}
app.kubernetes.io/name: {{ (index . 0).Chart.Name }}
app.kubernetes.io/instance: {{ (index . 0).Release.Name }}
app.kubernetes.io/component: {{ index . 1 }}
{{- end }}

{{- define "reverie.labels" -}}
{{ include "reverie.selector" . }}
app.kubernetes.io/version: {{ (index . 0).Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ (index . 0).Release.Service }}
helm.sh/chart: {{ printf "%s-%s" (index . 0).Chart.Name (index . 0).Chart.Version | replace "+" "_" }}
{{- end }}

{{- define "reverie.image" -}}
{{- if .Values.image.digest }}{{ .Values.image.repository }}@{{ .Values.image.digest }}{{ else }}{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}{{ end }}
{{- end }}

{{/* Takes (list $ "worker"). Only workers read files, so a node without the profile of this chart stops only them. */}}
{{- define "reverie.podSecurity" -}}
runAsNonRoot: true
runAsUser: 1000
runAsGroup: 1000
fsGroup: 1000
fsGroupChangePolicy: OnRootMismatch
seccompProfile:
  {{- toYaml (ternary (index . 0).Values.sandbox.seccompProfile (dict "type" "RuntimeDefault") (eq (index . 1) "worker")) | nindent 2 }}
{{- end }}

{{- define "reverie.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end }}

{{/* Settings of one kind of process. A later one takes the place of an earlier one of the same name. */}}
{{- define "reverie.settings" -}}
{{- $root := index . 0 }}
{{- $fixed := dict "BLOBS" $root.Values.files.store "HOST" "0.0.0.0" "METRICS_HOST" "0.0.0.0" "METRICS_PORT" 9464 "SHUTDOWN_DELAY_MS" 5000 }}
{{- if eq $root.Values.files.store "disk" }}{{ $_ := set $fixed "BLOB_DIR" "/var/lib/reverie-files" }}{{ end }}
{{- if and $root.Values.ingress.enabled $root.Values.ingress.host }}
{{- $scheme := ternary "https" "http" (ne $root.Values.ingress.tlsSecretName "") }}
{{- $_ := set $fixed "PUBLIC_URL" (printf "%s://%s" $scheme $root.Values.ingress.host) }}
{{- $_ := set $fixed "TRUSTED_PROXIES" 1 }}
{{- end }}
{{- range $name, $value := merge (dict) (index . 1) $root.Values.settings $fixed }}
- name: {{ $name }}
  value: {{ $value | toString | quote }}
{{- end }}
{{- end }}

{{/* SECRETS_KEY by name, although it is among all keys of the secret: without it, each pod would make a key of its own. */}}
{{- define "reverie.secrets" -}}
- name: DATABASE_URL
  valueFrom: { secretKeyRef: { name: {{ .Values.database.secretName }}, key: {{ .Values.database.urlKey }} } }
- name: SECRETS_KEY
  valueFrom: { secretKeyRef: { name: {{ .Values.secrets.secretName }}, key: SECRETS_KEY } }
{{- end }}

{{- define "reverie.ownerUrl" -}}
{{- if .Values.database.ownerUrlKey }}
- name: DATABASE_OWNER_URL
  valueFrom: { secretKeyRef: { name: {{ .Values.database.secretName }}, key: {{ .Values.database.ownerUrlKey }} } }
{{- end }}
{{- end }}

{{- define "reverie.mounts" -}}
- { name: data, mountPath: /var/lib/reverie }
- { name: tmp, mountPath: /tmp }
{{- if eq .Values.files.store "disk" }}
- { name: files, mountPath: /var/lib/reverie-files }
{{- end }}
{{- end }}

{{/* `data` has the converted model only: secrets come from the environment, and files are in the store. */}}
{{- define "reverie.volumes" -}}
- { name: data, emptyDir: { sizeLimit: 4Gi } }
- { name: tmp, emptyDir: { sizeLimit: 8Gi } }
{{- if eq .Values.files.store "disk" }}
- name: files
  persistentVolumeClaim: { claimName: {{ required "files.claimName: files.store is disk, so name a claim that all pods can write to" .Values.files.claimName }} }
{{- end }}
{{- end }}

{{- define "reverie.probes" -}}
startupProbe:
  httpGet: { path: /health, port: http }
  periodSeconds: 3
  failureThreshold: 60
livenessProbe:
  httpGet: { path: /health, port: http }
  periodSeconds: 10
  timeoutSeconds: 5
  failureThreshold: 6
readinessProbe:
  httpGet: { path: /ready, port: http }
  periodSeconds: 2
  timeoutSeconds: 3
  failureThreshold: 2
{{- end }}

{{- define "reverie.placement" -}}
{{- with .nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .affinity }}
affinity:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{/* A worker that stops gives its work back, which another one repeats, so the number falls slowly. */}}
{{- define "reverie.slowly" -}}
scaleDown:
  stabilizationWindowSeconds: 600
  policies:
    - { type: Pods, value: 1, periodSeconds: 120 }
{{- end }}
