import { command, type Who } from '../command.ts'
import { choice, type Field, flag, integer, text } from '../fields.ts'
import type { Resource } from '../resource.ts'
import { type Either, many, maybe, type Shape, tag } from '../shape.ts'
import { type AnyProcess, type Step, stepIn, stepsOfPeople, wireNames } from './process.ts'
import { statusField } from './states.ts'

const MOST_WORDS = 2000
const MOST_WORDS_OF_MANY = 255
const MOST_AT_ONCE = 100
const id = integer({ min: 1 })

interface Where {
  room: string
  /** Who takes steps; a process refuses the rest by its actors. */
  who: Who
  /** Of many; the same people without it. */
  whoMany?: Who
  readers: Who
}

/** What a step asks, as fields of the resource: those needed must be given, whatever its rows may lack. */
function askedFields({ name: of, fields }: Resource, { label, asks = {} }: Step): Shape {
  return Object.fromEntries(
    Object.entries(asks).map(([name, how]) => {
      if (!fields[name]) throw new Error(`${of}: “${label}” asks ${name}, which is no field`)
      const field = maybe(fields[name] as Field)
      return [name, how === 'needed' ? { ...field, optional: false } : field]
    }),
  )
}

const remark = (step: Step, max: number) =>
  text({ max, long: true, optional: true, ...(step.remark && { label: step.remark.label }) })

/** The commands that follow from a process: which steps there are, taking one, and taking one on many. */
export function processCommands(process: AnyProcess, resource: Resource, where: Where) {
  const { room, who, readers } = where
  const { steps: path, stepsOfMany, key, rows, number } = wireNames(process)
  const all = stepsOfPeople(process).map(name => [name, stepIn(process, name)] as const)
  const forMany = all.filter(([, step]) => step.many)
  const labels = (steps: typeof all) => steps.map(([, { label }]) => label.toLowerCase()).join(', ')
  return {
    offered: command(`GET ${path}`, {
      room,
      summary: `The steps that you may take on a ${process.noun} now, and why others wait`,
      who: readers,
      body: { [key]: id } as Shape,
      answer: {
        steps: many(choice(all.map(([name]) => name)), { most: MOST_AT_ONCE }),
        waits: many({ step: text(), label: text(), why: text({ max: 255 }) }, { most: MOST_AT_ONCE }),
      },
    }),
    take: command(`POST ${path}`, {
      room,
      summary: `Takes a step of a ${process.noun}: ${labels(all)}`,
      who,
      // What a step asks outside comes before its transaction.
      does: 'each',
      body: {
        kind: 'either',
        of: all.map(([name, step]) => ({
          [key]: id,
          rowVersion: id,
          step: tag(name),
          remark: remark(step, MOST_WORDS),
          ...askedFields(resource, step),
        })),
      } as Either<readonly Shape[]>,
      answer: { id, status: statusField(process), rowVersion: id },
      refusals: {
        NOT_ALLOWED_STATE: [409, 'the step is not possible in its present state'],
        STALE_ROW: [409, 'another person changed it meanwhile'],
      },
    }),
    many: command(`POST ${stepsOfMany}`, {
      room,
      summary: `Takes one step on many, each separately, with a result for each: ${labels(forMany)}`,
      who: where.whoMany ?? who,
      does: 'each',
      body: {
        kind: 'either',
        of: forMany.map(([name, step]) => ({
          step: tag(name),
          [rows]: many({ id, rowVersion: id }, { most: MOST_AT_ONCE, least: 1, distinct: 'id' }),
          remark: remark(step, MOST_WORDS_OF_MANY),
          ...askedFields(resource, step),
        })),
      } as Either<readonly Shape[]>,
      answer: {
        results: many(
          {
            id,
            [number]: text({ max: 20, optional: true }),
            isDone: flag(),
            message: text({ max: 255, optional: true }),
          } as Shape,
          { most: MOST_AT_ONCE },
        ),
      },
    }),
  }
}
