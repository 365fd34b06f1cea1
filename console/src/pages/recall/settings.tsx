import { type RecallSetting, type SearchMode, searchModes } from '../../data/view.ts'
import { Chips } from '../../parts/chips.tsx'
import { Conditions } from '../../parts/conditions.tsx'
import { Field } from '../../parts/field.tsx'
import { Slider } from '../../parts/slider.tsx'
import { defaults, thresholdOf } from './run-search.ts'

const modeLabels: Record<SearchMode, string> = {
  memories: 'Memories',
  hybrid: 'Both',
  chunks: 'Chunks',
  documents: 'Documents',
}

/** One setting of a search. What is not changed keeps the API's default. */
export function Settings({
  of: setting,
  onChange,
}: {
  of: RecallSetting
  onChange(setting: RecallSetting): void
}) {
  const set = (part: { [Name in keyof RecallSetting]?: RecallSetting[Name] | undefined }) =>
    onChange(
      Object.fromEntries(
        Object.entries({ ...setting, ...part }).filter(([, value]) => value !== undefined),
      ) as RecallSetting,
    )
  return (
    // As wide as its column: beside the results one below the other, above them in two rows.
    <div className="@container">
      <div className="grid gap-4 @md:grid-cols-2">
        <div className="@md:col-span-2">
          <Chips
            label="Search in"
            value={setting.mode ?? defaults.mode}
            options={searchModes.map(value => ({ value, label: modeLabels[value] }))}
            onChange={mode => set({ mode })}
          />
        </div>
        <Slider label="Threshold" value={thresholdOf(setting)} onChange={threshold => set({ threshold })} />
        <Slider
          label="At most"
          value={setting.limit ?? defaults.limit}
          min={1}
          max={50}
          step={1}
          show={value => `${value} results`}
          onChange={limit => set({ limit })}
        />
        <div className="flex flex-col gap-2 @md:col-span-2 @md:flex-row @md:gap-5">
          <Switch label="Rerank" isOn={!!setting.rerank} onChange={rerank => set({ rerank })} />
          <Switch
            label="Correct the spelling"
            isOn={!!setting.rewrite}
            onChange={rewrite => set({ rewrite })}
          />
          <Switch
            label="Include forgotten"
            isOn={!!setting.forgotten}
            onChange={forgotten => set({ forgotten })}
          />
        </div>
        <Field
          label="As of"
          type="date"
          value={setting.asOf ?? ''}
          onChange={({ target: { value } }) => set({ asOf: value || undefined })}
        />
        <div className="flex flex-wrap items-center gap-1.5 @md:self-end">
          <Conditions of={setting.where} onChange={where => set({ where })} />
        </div>
      </div>
    </div>
  )
}

function Switch({
  label,
  isOn,
  onChange,
}: {
  label: string
  isOn: boolean
  onChange(isOn: true | undefined): void
}) {
  return (
    <label className="flex items-center gap-2.5 pointer-coarse:min-h-9">
      <input
        type="checkbox"
        className="size-4 accent-accent"
        checked={isOn}
        onChange={({ target: { checked } }) => onChange(checked || undefined)}
      />
      {label}
    </label>
  )
}
