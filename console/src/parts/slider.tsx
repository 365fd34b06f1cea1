import { Slider as Radix } from 'radix-ui'

/** A number on a scale, with its value beside its name. */
export function Slider({
  label,
  value,
  min = 0,
  max = 1,
  step = 0.01,
  show = value => value.toFixed(2),
  onChange,
}: {
  label: string
  value: number
  min?: number
  max?: number
  step?: number
  show?: (value: number) => string
  onChange(value: number): void
}) {
  return (
    <div>
      <p className="mb-1 flex justify-between font-medium">
        {label}
        <span className="figures font-normal text-muted">{show(value)}</span>
      </p>
      <Radix.Root
        className="relative flex h-5 touch-none select-none items-center pointer-coarse:h-8"
        value={[value]}
        min={min}
        max={max}
        step={step}
        onValueChange={([next]) => onChange(next!)}
      >
        <Radix.Track className="relative h-1 grow rounded-full bg-line">
          <Radix.Range className="absolute h-full rounded-full bg-accent" />
        </Radix.Track>
        <Radix.Thumb
          aria-label={label}
          className="block size-4 rounded-full bg-raised shadow ring-2 ring-accent pointer-coarse:size-6"
        />
      </Radix.Root>
    </div>
  )
}
