import { text } from 'node:stream/consumers'
import type { Context } from 'koa'
import { type Fields, readFields, textsOf } from '../../payments/gateways/fields.ts'
import type { GatewayAccount } from '../../payments/gateways/gateway.ts'
import type { SimulatedName } from './accounts.ts'
import type { Mood } from './acts.ts'
import type { Ledger } from './ledger.ts'
import type { Question, SimulatedGateway } from './simulated-gateway.ts'

/** One simulated gateway at work. */
export interface Desk {
  name: SimulatedName
  wire: SimulatedGateway
  account: GatewayAccount
  ledger: Ledger
  mood: Mood
  /** Whether a caller may tell it what happens. */
  mayTell(ctx: Context): boolean
  shops(): readonly string[]
  whileMs: number
  clock: () => string
  /** Tells the shop what is due. */
  tellDue(): Promise<unknown>
}

const MOST = 64 * 1024

/** The form's fields, whether a body parser ran before or not; none for a body that is too large or not a form. */
export async function bodyOf(ctx: Context): Promise<Fields> {
  const parsed = (ctx.request as { body?: unknown }).body
  return parsed ? textsOf(parsed as Record<string, unknown>) : readFields(await rawOf(ctx))
}

/** A question of the shop, as a form or as a signed text. */
export async function questionOf(ctx: Context, path: string): Promise<Question> {
  const header = (name: string) => ctx.get(name)
  if (!ctx.is('application/jose')) return { path, fields: await bodyOf(ctx), text: '', header }
  return { path, fields: {}, text: await rawOf(ctx), header }
}

async function rawOf(ctx: Context): Promise<string> {
  const isSmall = Number(ctx.get('content-length')) <= MOST && ctx.get('transfer-encoding') === ''
  return isSmall ? text(ctx.req) : ''
}

/** Answers with a text of a type. */
export function sent(ctx: Context, type: string, body: string, status = 200) {
  ctx.status = status
  ctx.type = type
  ctx.body = body
}

/** Ends a call without an answer. */
export function hangUp(ctx: Context) {
  ctx.respond = false
  ctx.req.socket.destroy()
}
