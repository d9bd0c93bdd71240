/**
 * A command: what people and programs ask the portal to do or to tell, besides reading and writing rows. Declared once as
 * plain data; the reading of its body, its refusals, its description and its client follow. Nothing here touches a server.
 */
import type { Right } from './rights.ts'
import {
  type Body,
  type Either,
  isEither,
  type Many,
  type Open,
  type Read,
  type RowAnswer,
  type Sent,
  type Told,
  type ToldPart,
} from './shape.ts'
import type { Capability } from './vocabulary.ts'

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'
/** The method and the path under `/api/`, by which a command is known everywhere; an id stands in it: `PATCH views/{id}`, `POST payments/{id}/again`. */
export type RequestLine = `${Method} ${string}`

/**
 * Who may: by a letter of the access matrix on a resource (one of several is enough), by a capability, by the type of their
 * login, by any of these, whoever is signed in, all.
 */
export type Who =
  | { readonly may: readonly Right[]; readonly of: string }
  | { readonly holds: Capability }
  | { readonly userTypes: readonly string[] }
  | { readonly anyOf: readonly Who[] }
  | 'signed in'
  | 'public'
export const may = ({ path }: { readonly path: string }, ...rights: readonly [Right, ...Right[]]): Who => ({
  may: rights,
  of: path,
})
export const holds = (capability: Capability): Who => ({ holds: capability })
export const anyOf = (...whose: readonly Who[]): Who => ({ anyOf: whose })
/** Whoever has a login of one of these types, whatever their roles. */
export const ofType = (...userTypes: readonly string[]): Who => ({ userTypes })

/** In an answer, or all of it: the row of a resource as who asks reads it. Where it is all, its handler answers its id. */
export const rowOf = ({ name }: { name: string }): RowAnswer<false> => ({
  kind: 'row',
  resource: name,
  isMany: false,
  optional: false,
})
/** All of an answer: several rows of a resource. Its handler answers their ids. */
export const rowsOf = ({ name }: { name: string }): RowAnswer<true> => ({
  kind: 'row',
  resource: name,
  isMany: true,
  optional: false,
})

/** An answer that is a file, of one of these kinds. Its route serves it. */
interface FileAnswer {
  kind: 'file'
  media: readonly [string, ...string[]]
}
export const fileOf = (...media: readonly [string, ...string[]]): FileAnswer => ({ kind: 'file', media })

export type Answer = Body | Many | Open | RowAnswer | FileAnswer
export const isRow = (answer: Answer): answer is RowAnswer => answer.kind === 'row' && 'resource' in answer
export const isFile = (answer: Answer): answer is FileAnswer => answer.kind === 'file' && 'media' in answer
export const isOpen = (answer: Answer): answer is Open => answer.kind === 'open' && 'optional' in answer
export const isMany = (answer: Answer): answer is Many => answer.kind === 'many' && 'most' in answer

type Refusals<Code extends string> = {
  readonly [code in Code]: readonly [status: 400 | 401 | 403 | 404 | 409 | 422 | 429 | 503, means: string]
}

interface Declared<B extends Body, A extends Answer, Code extends string> {
  /** Its heading in the document of the API. */
  room: string
  summary: string
  who: Who
  /** Without it nothing is read. Of GET and DELETE it is the query; what stands in the path belongs to it. */
  body?: B
  answer: A
  /** `writes` in one transaction, `reads` without one; `each` opens those it needs itself. Without it GET reads, and all others write. */
  does?: 'reads' | 'writes' | 'each'
  /** What its transaction sees; see `transact`. */
  sees?: 'latest'
  /** Whether it is done once for an `Idempotency-Key`, which `must` demands; where it does `each`, by its own function. */
  idempotent?: 'may' | 'must'
  /**
   * So many in so many seconds by one person, or where it is public by one address; those of the same name are counted
   * together.
   */
  limit?: { readonly tries: number; readonly seconds: number; readonly name?: string }
  /** Of a GET: the filters of a list come beside what it reads, and its handler reads those. */
  filters?: true
  /**
   * Its body comes with a file, as a form, is the query, or is what another program sends, by names of its own where none
   * are declared, and is answered with 200: its route serves and limits it. Or `row`: a service that has more than commands
   * serves it, as that of its resource or of sign-in.
   */
  reads?: 'upload' | 'query' | 'another body' | 'row'
  /** Where it is not 200 for what reads by GET, and 201 for a POST. */
  status?: number
  /** It is not served everywhere: where it is bound to no function, its address does not exist. */
  isOptional?: true
  /** Refusals of its own, by code: their status, and when. */
  refusals?: Refusals<Code>
  /** A body that makes sense, where the samples of its fields together do not. */
  example?: SentAs<B>
}

/** A declared command with what follows from its request. */
export interface Command<
  R extends RequestLine = RequestLine,
  B extends Body = Body,
  A extends Answer = Answer,
  Code extends string = string,
> extends Omit<Declared<B, A, Code>, 'example'> {
  kind: 'command'
  request: R
  method: Method
  path: string
  body: B
  does: 'reads' | 'writes' | 'each'
  example?: unknown
}

/** Whether a route of its own serves it, or the service of a resource. */
export const isServedByRoute = ({ answer, reads }: Pick<Declared<Body, Answer, string>, 'answer' | 'reads'>): boolean =>
  isFile(answer) || reads !== undefined

type SentAs<B> = B extends Either<infer S> ? Sent<S[number]> : Sent<B>
type None = Record<never, never>

/** Declares a command. Throws where its parts contradict each other. */
export function command<
  const R extends RequestLine,
  const A extends Answer,
  const B extends Body = None,
  const Code extends string = never,
>(request: R, declared: Declared<B, A, Code>): Command<R, B, A, Code> {
  const [method, path] = request.split(' ') as [Method, string]
  const does = declared.does ?? (method === 'GET' ? 'reads' : 'writes')
  const body = (declared.body ?? {}) as B
  if (method === 'GET' && does !== 'reads') throw new Error(`${request} only reads`)
  if (declared.idempotent && does === 'reads') throw new Error(`${request}: what only reads may be done many times`)
  if (declared.who === 'public' && !declared.limit && !isServedByRoute(declared))
    throw new Error(`${request}: what everybody may ask has a limit`)
  if (/\{id\}/.test(path) && !isServedByRoute(declared) && (isEither(body) || !('id' in body)))
    throw new Error(`${request}: the id of its path is a field of its body`)
  return { ...declared, kind: 'command', request, method, path, body, does }
}

// biome-ignore lint/suspicious/noExplicitAny: of whatever command
export type AnyCommand = Command<any, any, any, any>

/** The body as the handler reads it. */
export type BodyOf<C> =
  C extends Command<RequestLine, infer B, Answer, string>
    ? B extends Either<infer S>
      ? Read<S[number]>
      : Read<B>
    : never
/** The body as a client sends it. */
export type SentOf<C> = C extends Command<RequestLine, infer B, Answer, string> ? SentAs<B> : never
type AnswerPart<A, Row> = A extends RowAnswer
  ? Row
  : A extends Many | Open
    ? ToldPart<A>
    : A extends Either<infer S>
      ? Told<S[number]>
      : Told<A>
/** What a client is told. */
export type AnswerOf<C> = C extends Command<RequestLine, Body, infer A, string> ? AnswerPart<A, object> : never
/** What the handler answers: of rows their ids, of one perhaps with what is told beside its columns. */
export type DoneOf<C> =
  C extends Command<RequestLine, Body, infer A, string>
    ? A extends RowAnswer<true>
      ? readonly number[]
      : AnswerPart<A, { readonly id: number; readonly beside?: object }>
    : never
/** The codes of its own refusals. */
export type CodeOf<C> = C extends Command<RequestLine, Body, Answer, infer Code> ? Code : never
export type RequestOf<C> = C extends { request: infer R } ? R : never
