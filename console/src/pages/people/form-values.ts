/** The values of a form's fields, by their names. */
export function valuesOf<const Names extends string[]>(
  form: HTMLFormElement,
  ...names: Names
): Record<Names[number], string> {
  const data = new FormData(form)
  return Object.fromEntries(names.map(name => [name, String(data.get(name) ?? '')])) as never
}
