/** pgvector's text form. Five digits are more than a half-precision float keeps. */
export function toVectorLiteral(vector: Float32Array): string {
  let text = '['
  for (let i = 0; i < vector.length; i++) text += (i === 0 ? '' : ',') + Number(vector[i]!.toPrecision(5))
  return `${text}]`
}
