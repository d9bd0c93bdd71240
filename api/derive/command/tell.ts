import { type Answer, isFile, isMany, isOpen, isRow } from '../../../resources/define/command.ts'
import {
  type Body,
  type Either,
  fittest,
  isEither,
  isOfField,
  type Many,
  type Part,
  type Shape,
} from '../../../resources/define/shape.ts'
import type { Person } from '../rights/person.ts'

/**
 * What of an answer is declared, and for this reader: a handler that returns a whole row tells no more than the document
 * says. Columns that were closed to the reader stay away.
 */
export function told(answer: Answer, value: unknown, reader: Person | undefined): unknown {
  if (isRow(answer) || isFile(answer) || isOpen(answer) || typeof value !== 'object' || value === null) return value
  if (isEither(answer as Body)) return toldShape(fittest((answer as Either).of, value), value, reader)
  return isMany(answer) ? toldPart(answer, value, reader) : toldShape(answer as Shape, value, reader)
}

/** Whether a part is for this reader; nobody in particular reads all. */
export const isToldTo = ({ forStaff }: { forStaff?: true }, reader: Person | undefined): boolean =>
  !forStaff || reader === undefined || reader.userType === 'EMPLOYEE'

function toldShape(shape: Shape, value: unknown, reader: Person | undefined): unknown {
  if (typeof value !== 'object' || value === null) return value
  const values = value as Record<string, unknown>
  // A loop, since a quote tells 500 lines of fifty names.
  const answer: Record<string, unknown> = {}
  for (const name in shape) {
    const part = shape[name]!
    if (!isToldTo(part as { forStaff?: true }, reader) || (part.kind === 'column' && !(name in values))) continue
    answer[name] = toldPart(part, values[name], reader)
  }
  return answer
}

function toldPart(part: Part, value: unknown, reader: Person | undefined): unknown {
  if (part.kind === 'group') return toldShape(part.of as Shape, value, reader)
  if (part.kind !== 'many' || !Array.isArray(value) || isOfField(part as Many)) return value
  return value.map(one => toldShape(part.of as Shape, one, reader))
}
