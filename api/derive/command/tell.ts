import { type Answer, isMany, isRow } from '../../../resources/define/command.ts'
import { isOfField, type Many, type Part, type Shape } from '../../../resources/define/shape.ts'

/** What of an answer is declared: a handler that returns a whole row tells no more than the document says. */
export function told(answer: Answer, value: unknown): unknown {
  if (isRow(answer)) return value
  return isMany(answer) ? toldPart(answer, value) : toldShape(answer, value)
}

function toldShape(shape: Shape, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(shape).map(([name, part]) => [name, toldPart(part, (value as Record<string, unknown>)[name])]),
  )
}

function toldPart(part: Part, value: unknown): unknown {
  if (part.kind === 'group') return toldShape(part.of as Shape, value)
  if (part.kind !== 'many' || !Array.isArray(value) || isOfField(part as Many)) return value
  return value.map(one => toldShape(part.of as Shape, one))
}
