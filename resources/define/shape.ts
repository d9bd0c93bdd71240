/** The shapes of bodies and answers: fields, lists and objects of them, as plain data from which types follow. */
import type { Field } from './fields.ts'
import type { Resource } from './resource.ts'

interface Described {
  label?: string
  hint?: string
  /** Only our own people read or send it. */
  forStaff?: true
}

/** A list in a body or an answer: of one field each, or of objects. */
export interface Many<Of = unknown, Optional extends boolean = boolean> extends Described {
  kind: 'many'
  of: Of
  most: number
  least: number
  optional: Optional
  /** No two objects of the list share the value of this field. */
  distinct?: string
}

/** An object in a body or an answer. */
export interface Group<Of = unknown, Optional extends boolean = boolean> extends Described {
  kind: 'group'
  of: Of
  optional: Optional
}

/** A column of a resource in an answer: absent where it is closed to its reader. */
export interface Column<Of extends Field = Field> extends Described {
  kind: 'column'
  of: Of
  name: string
  resource: Resource
  optional: boolean
}

/** An object in a body or an answer whose names are not declared: it is as some row is, or known to the screens alone. */
export interface Open<Value = unknown, Optional extends boolean = boolean> extends Described {
  kind: 'open'
  optional: Optional
  /** Of the type alone. */
  like?: Value
}

/** The row of a resource, or several of its rows, as their reader sees them. */
export interface RowAnswer<IsMany extends boolean = boolean> {
  kind: 'row'
  resource: string
  isMany: IsMany
  optional: false
}

/** What is one value, whatever is in it. */
type Single = Field | Open | RowAnswer
export type Part = Single | Many | Group | Column
export type Shape = Readonly<Record<string, Part>>

/** One of several bodies. Where each has a choice of one option under the same name, that name tells which. */
export interface Either<Of extends readonly Shape[] = readonly Shape[]> {
  kind: 'either'
  of: Of
}
export type Body = Shape | Either

type IsOptional<O> = O extends { optional: true } ? true : false
interface ManyOptions<Of> extends Described {
  most: number
  least?: number
  optional?: boolean
  distinct?: Of extends Shape ? keyof Of & string : never
}

export const many = <const Of extends Single | Shape, const O extends ManyOptions<Of>>(of: Of, options: O) =>
  ({ optional: false, least: 0, ...options, kind: 'many', of }) as unknown as Many<Of, IsOptional<O>>
export const group = <const Of extends Shape, const O extends Described & { optional?: boolean }>(
  of: Of,
  options = {} as O,
) => ({ optional: false, ...options, kind: 'group', of }) as unknown as Group<Of, IsOptional<O>>
export const open = <Value extends object = Record<string, unknown>>(hint: string): Open<NoInfer<Value>, false> => ({
  kind: 'open',
  optional: false,
  hint,
})
export const either = <const Of extends readonly Shape[]>(...of: Of): Either<Of> => ({ kind: 'either', of })
export const isEither = (body: Body): body is Either => body.kind === 'either' && Array.isArray(body.of)
/** Of several shapes that of which most names are there and fewest are missing. */
export function fittest(shapes: readonly Shape[], given: object): Shape {
  const fitness = (shape: Shape) =>
    Object.entries(shape).reduce(
      (sum, [one, { optional }]) => sum + (Object.hasOwn(given, one) ? 1 : optional ? 0 : -1),
      0,
    )
  return shapes.reduce((best, one) => (fitness(one) > fitness(best) ? one : best))
}
/** Columns of a resource for an answer, each for whoever reads it there. */
export const columns = <R extends Pick<Resource, 'fields'>, const Name extends keyof R['fields'] & string>(
  resource: R,
  ...names: readonly Name[]
): { [N in Name]: R['fields'][N] extends Field ? Column<R['fields'][N]> : never } =>
  Object.fromEntries(
    names.map(name => [name, { kind: 'column', of: resource.fields[name], name, resource, optional: false }]),
  ) as never
/** The same part, which only our own people read or send. */
export const staffOnly = <P extends Part>(part: P): P => ({ ...part, forStaff: true })
/** Whether the members of a list are of one field each, open, or rows. */
export const isOfField = ({ of }: Many): boolean => typeof (of as Field).kind === 'string' && !isPart(of as Part)
const isPart = ({ kind }: Part) => kind === 'many' || kind === 'group' || kind === 'column'

/** The same field, which may be left out and is null then. A default goes with it: it would fill what was left out. */
export function maybe<V>(field: Field<V>): Field<V, true>
export function maybe<V>(open: Open<V>): Open<V, true>
export function maybe(part: Field | Open): Field | Open {
  const { default: _, ...rest } = part as Field
  return { ...rest, optional: true }
}
/** The same fields, each of which may be left out. */
export const allMaybe = <const F extends Readonly<Record<string, Field>>>(fields: F) =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, maybe(field)])) as {
    [N in keyof F]: F[N] extends Field<infer V> ? Field<V, true> : never
  }
/** A field or list that is read only where it is sent: what is left out stays as it is. */
export interface IfSent {
  ifSent: true
}
export const ifSent = <P extends Field | Many>(part: P): P & IfSent => ({ ...part, ifSent: true })
/** The same field with a sentence about it. */
export const about = <V, O extends boolean>(hint: string, field: Field<V, O>): Field<V, O> => ({ ...field, hint })
/** The field that says which of several bodies is meant. */
export const tag = <const T extends string>(is: T) =>
  ({ kind: 'choice', optional: false, options: [is] }) as Field<T, false>

type Simplify<T> = { [K in keyof T]: T[K] } & {}
type OrNull<V, O> = O extends true ? V | null : V
type MemberOf<Of> = Of extends Single ? ValueOf<Of> : Read<Of>
type ValueOf<P> =
  P extends Many<infer Of, infer O>
    ? OrNull<MemberOf<Of>[], O>
    : P extends Group<infer Of, infer O>
      ? OrNull<Read<Of>, O>
      : P extends Column<infer Of>
        ? ValueOf<Of>
        : P extends RowAnswer
          ? object
          : P extends Open<infer V, infer O> | Field<infer V, infer O>
            ? OrNull<V, O>
            : never
/** A shape as its handler reads it, and as an answer tells it: every name is there, null where it may be left out. */
export type Read<S> = S extends unknown
  ? Simplify<
      { -readonly [K in Exclude<keyof S, IfSentOf<S>>]: ValueOf<S[K]> } & {
        -readonly [K in IfSentOf<S>]?: ValueOf<S[K]>
      }
    >
  : never
type IfSentOf<S> = { [K in keyof S]: S[K] extends IfSent ? K : never }[keyof S]

type MaySkip<S> = {
  [K in keyof S]: S[K] extends { optional: true } | Field<boolean, boolean> | IfSent ? K : never
}[keyof S]
type SentPart<P> =
  P extends Many<infer Of, infer O>
    ? OrNull<readonly (Of extends Single ? ValueOf<Of> : Sent<Of>)[], O>
    : P extends Group<infer Of, infer O>
      ? OrNull<Sent<Of>, O>
      : ValueOf<P>
/** A shape as its client sends it: what may be left out may be left out. */
export type Sent<S> = S extends unknown
  ? Simplify<{ [K in Exclude<keyof S, MaySkip<S>>]: SentPart<S[K]> } & { [K in MaySkip<S>]?: SentPart<S[K]> }>
  : never

export type ToldPart<P> =
  P extends Many<infer Of, infer O>
    ? OrNull<readonly (Of extends Single ? ValueOf<Of> : Told<Of>)[], O>
    : P extends Group<infer Of, infer O>
      ? OrNull<Told<Of>, O>
      : ValueOf<P>
/** A shape as its handler answers it: lists may be read-only. */
export type Told<S> = S extends unknown ? { readonly [K in keyof S]: ToldPart<S[K]> } : never
