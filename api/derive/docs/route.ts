import type { Field } from '../../../resources/define/fields.ts'
import type { Resource } from '../../../resources/define/resource.ts'
import type { Person } from '../rights/person.ts'
import { fieldSchema, type JsonSchema } from './openapi-schemas.ts'
import { asSeenBy } from './resource-as-seen.ts'

/** A schema as far as a person may read it, of all for nobody in particular; nothing where it is closed to them. */
export type Part = (reader: Person | undefined) => JsonSchema | undefined

/** One request that is no list, row, bulk change or action of a declared resource. */
export interface Route {
  tag: string
  /** What it does, as a sentence. */
  summary: string
  /** What stands in its path, where it is not the id of a row. */
  inPath?: Readonly<Record<string, Described>>
  /** Parameters of the address. */
  query?: Readonly<Record<string, Described>>
  body?: Described
  /** Sends a file beside the fields of the body. */
  isUpload?: true
  /** Absent where it answers with a file. */
  answer?: Described
  /** The kinds of file it answers with. */
  media?: readonly string[]
  /** 200 for reads and 201 for commands, unless it says otherwise. */
  status?: number
  /** Refusals of its own, beside those that every request of its kind has: the codes, and when. */
  refusals?: Readonly<Record<number, string>>
  /** An example of the body or the answer, where the samples of its fields do not make sense together. */
  examples?: { body?: unknown; answer?: unknown }
  /** Whether a second try with the same `Idempotency-Key` gets the first answer. */
  isIdempotent?: 'may' | 'must'
  /** A declared command, whose own reader refuses what is wrong with its body. */
  isDeclared?: true
  /** Asked without signing in. */
  isPublic?: true
  /** To whom it is described: whoever it would not refuse for their roles. Everybody without. */
  isFor?: (person: Person) => boolean
}

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'
/** By method and path without `/api/`: `POST quotes`, `DELETE views/{id}`. */
export type Routes = { readonly [request in `${Method} ${string}`]: Route }

/** A declared field, or a schema made of others. */
export type Described = Field | Part

const described = new Map<string, Route>()

/** Adds the descriptions of a room's routes to the document. Throws where one is described twice. */
export function describeRoutes(routes: Routes): void {
  for (const [request, route] of Object.entries(routes)) {
    if (described.has(request)) throw new Error(`${request} is described twice`)
    described.set(request, route)
  }
}

export const describedRoutes = (): ReadonlyMap<string, Route> => described

const isPart = (one: Described): one is Part => typeof one === 'function'
export const schemaOfPart = (name: string, one: Described, reader: Person | undefined): JsonSchema | undefined =>
  isPart(one) ? one(reader) : fieldSchema(name, one)

/** Columns of a resource for the properties of an object; those closed to the reader are left out. */
export function columnsOf<R extends Pick<Resource, 'fields'>, const Name extends keyof R['fields'] & string>(
  resource: R,
  ...names: readonly Name[]
): Record<Name, Part> {
  const declared = resource as unknown as Resource
  return Object.fromEntries(
    names.map((name): [string, Part] => [
      name,
      reader => {
        const fields = reader && 'path' in declared ? asReadBy(reader, declared) : declared.fields
        return fields[name] && { ...fieldSchema(name, fields[name]), 'x-may-be-absent': true }
      },
    ]),
  ) as Record<Name, Part>
}

/** Who places an order sends and is told columns of it though they read no orders; what is closed to a role stays closed. */
function asReadBy(reader: Person, resource: Resource): Readonly<Record<string, Field>> {
  const seen = asSeenBy(reader, resource)
  if (seen) return seen.fields
  return Object.fromEntries(
    Object.entries(resource.fields).filter(
      ([, { hiddenFrom, maskedFor, nature, secret }]) => !hiddenFrom && !maskedFor && !nature && !secret,
    ),
  )
}
