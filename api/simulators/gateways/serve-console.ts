import type Router from '@koa/router'
import type { Context, DefaultState } from 'koa'
import { dayOf } from '../../../resources/define/dates.ts'
import type { Fields } from '../../payments/gateways/fields.ts'
import { simulatorPath } from '../../payments/gateways/simulated-account.ts'
import { type SimulatedName, simulatedGateways, wordTables } from './accounts.ts'
import { type ActOutcome, takeAct } from './acts.ts'
import { bankStatement } from './bank-statement.ts'
import { consolePage } from './console.ts'
import { bodyOf, type Desk, sent } from './desk.ts'
import type { Ledger } from './ledger.ts'
import { readAct } from './read-act.ts'
import { settledRows } from './settled-rows.ts'
import { settlementFile } from './settlement-file.ts'

/**
 * The console of a gateway, in which a tester is the gateway and the banks, `POST …/acts` for tests, which sign in by the
 * secret between them, and `GET …/settlement.csv?day=…` with rows `missing`, `doubled` or `shortened` by their places.
 */
export function serveConsole(router: Router<DefaultState, Context>, desk: Desk) {
  const path = simulatorPath(desk.name)
  router.get(`${path}/console`, ctx => showConsole(ctx, desk))
  router.post(`${path}/console`, async ctx => showConsole(ctx, desk, actOf(desk, await bodyOf(ctx)).message))
  router.post(`${path}/acts`, async ctx => {
    if (!desk.mayTell(ctx)) return sent(ctx, 'text', 'Sign in as the shop', 401)
    const { status, ...outcome } = actOf(desk, await bodyOf(ctx))
    if (outcome.gatewayTxnId) await desk.tellDue()
    sent(ctx, 'json', JSON.stringify(outcome), status)
  })
  router.get(`${path}/settlement.csv`, ctx => {
    const rows = daysIn(ctx).flatMap(day => settledRows(desk.ledger, desk.name, day))
    const places = (name: string) => textsIn(ctx, name).map(Number)
    const faults = { missing: places('missing'), doubled: places('doubled'), shortened: places('shortened') }
    sent(ctx, 'csv', settlementFile(desk.name, rows, faults))
  })
}

/** `GET /gateway/bank-statement.csv?day=…` with the transfers of all gateways, `missing` by their UTR or `short` by paise. */
export function serveBankStatement(router: Router<DefaultState, Context>, ledger: Ledger) {
  router.get('/gateway/bank-statement.csv', ctx => {
    const rows = daysIn(ctx).flatMap(day =>
      (Object.keys(simulatedGateways) as SimulatedName[]).flatMap(name => settledRows(ledger, name, day)),
    )
    const { short = '0', stranger = '0' } = queryOf(ctx)
    const faults = { missing: textsIn(ctx, 'missing'), short: Number(short), stranger: Number(stranger) }
    sent(ctx, 'csv', bankStatement(rows, faults))
  })
}

/** Does what a tester or a test tells the gateway. */
function actOf(desk: Desk, fields: Fields): ActOutcome {
  const act = readAct(fields)
  if (!act) return { status: 400, message: 'This is nothing that the gateway can do' }
  return takeAct({ ...desk, at: desk.clock() }, act)
}

function showConsole(ctx: Context, { name, wire, ledger, clock }: Desk, message?: string) {
  const at = clock()
  const shown = { path: simulatorPath(name), title: wire.title, day: dayOf(at), at, words: wordTables[name] }
  sent(
    ctx,
    'html',
    consolePage({
      ...{ ...shown, payments: ledger.payments(name), returns: ledger.returns.of(name) },
      ...(message && { message }),
    }),
  )
}

const queryOf = (ctx: Context) => ctx.query as Record<string, string | undefined>
/** Values of a query with commas between. */
const textsIn = (ctx: Context, name: string) => (queryOf(ctx)[name] ?? '').split(',').filter(text => text !== '')
const daysIn = (ctx: Context) => textsIn(ctx, 'day').filter(day => /^\d{4}-\d{2}-\d{2}$/.test(day))
