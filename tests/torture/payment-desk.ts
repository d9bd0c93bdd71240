import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { askDuePayments } from '../../api/payments/results/ask-due-payments.ts'
import { connectGateways } from '../../api/payments/results/gateways-at-work.ts'
import { setClock } from '../../api/platform/clock.ts'
import { openDatabase } from '../../api/platform/database.ts'
import type { ChoiceName } from '../../api/simulators/gateways/choices.ts'
import { openLedgerFile } from '../../api/simulators/gateways/ledger-file.ts'
import { adapters, gatewayNames } from '../support/gateways/payment-gateways.ts'
import { accountCodes } from '../support/gateways/settlement-desk.ts'
import { formOn, simulatedShop } from '../support/gateways/simulated-shop.ts'
import { PASSWORD } from '../support/password.ts'
import { fill, line, openItems, payingCustomer, reviewOf } from '../support/payments/cart-desk.ts'
import { personWith } from '../support/people.ts'
import { type Answer, type ApiClient, clientAt, type TestPortal } from '../support/portal.ts'
import { quickTime, startPortals, type Tortured } from './portals.ts'

type Headers = Record<string, string>
export type DeskGateway = (typeof gatewayNames)[number]
export type PaymentDesk = Awaited<ReturnType<typeof paymentDesk>>
export type Payment = Awaited<ReturnType<PaymentDesk['payment']>>

/**
 * Portals that take payments, and the four gateways beside them, which go on when a portal is killed and whose notices
 * are delivered by whoever tortures.
 */
export async function paymentDesk(tortured: Tortured, more: NodeJS.ProcessEnv = {}) {
  const time = quickTime(Date.now())
  const shops: string[] = []
  // The demo company has captures of the first numbers at the same accounts: these gateways count on from there.
  const file = join(tortured.home, 'gateways.sqlite')
  const ledger = openLedgerFile(file)
  ledger.exec("insert into sqlite_sequence (name, seq) values ('gateway_payment', 5000)")
  ledger.close()
  const gateways = await simulatedShop({ shops, file })
  const machines = await startPortals(tortured, { ...variables(gateways), ...more })
  shops.push(...machines.map(({ url }) => url.replace('127.0.0.1', 'localhost')))
  const db = openDatabase(tortured.databaseUrl)
  for (const name of gatewayNames) {
    const { payAt, askAt } = gateways.account(name)
    await db('payment_account').where('code', codeOf(name)).update({ payAt, askAt })
  }
  const portal = { db, url: machines[0]!.url, as: signIn } as TestPortal
  async function signIn(loginId: string, password = PASSWORD): Promise<ApiClient> {
    const { url } = machines[0]!
    return signedIn(url, async () => {
      const { body } = await clientAt(url, null).post('/api/authentication', { strategy: 'local', loginId, password })
      return body.accessToken
    })
  }

  /** A customer who pays through a gateway. */
  async function newPayer(name: DeskGateway) {
    const terms = { merchantAccount: codeOf(name), gateway: name.toUpperCase() as 'MOCK' }
    const { customerId, one } = await payingCustomer(portal, [], terms)
    return { customerId, one }
  }
  const payers = new Map<DeskGateway, ReturnType<typeof newPayer>>()
  const finance = (await personWith(portal, ['FINANCE'])) as SignedIn

  /** A payment that was reviewed and not checked out yet: two invoices less a credit note. */
  async function payment(name: DeskGateway) {
    if (!payers.has(name)) payers.set(name, newPayer(name))
    const { customerId, one } = await payers.get(name)!
    const items = await openItems(portal, customerId, [500_000, 700_050, -100_000])
    const review = reviewOf(
      await fill(
        one,
        items.map(item => line(item, item.balanceAmount)),
      ),
    )
    const key = randomUUID()
    const row = () => db('payment_transaction').where({ idempotencyKey: key }).first()
    return {
      ...{ key, items, row },
      rows: () => db('payment_transaction').where({ idempotencyKey: key }),
      checkOut: (headers: Headers = {}) =>
        one.post('/api/payments/checkout', review, { 'Idempotency-Key': key, ...headers }),
      handOver: async (headers: Headers = {}) => one.get(`/payments/hand-over/${(await row()).txnNo}`, headers),
      /** Finance has the gateway asked; `to` is the portal that does it. */
      check: async (headers: Headers = {}, to = machines[0]!) =>
        finance.at(to.url).post('/api/payments/check', { ids: [(await row()).id] }, headers),
      /** Goes to the gateway with the form of the hand-over, and presses a button; returns what the browser takes back. */
      async pay(handedOver: Answer, choice: ChoiceName) {
        const form = formOn(handedOver.body)
        const chooser = formOn(await (await gateways.post(form.action, form.fields)).text())
        return formOn(await (await gateways.post(chooser.action, { ...chooser.fields, choice })).text())
      },
      /** Posts to a portal what a gateway tells, by the browser or by its own server. */
      post: (kind: 'return' | 'notify', fields: Headers, headers: Headers = {}, to = machines[0]!) =>
        untilReady(() =>
          fetch(`${to.url}/api/payments/${kind}/${codeOf(name)}`, {
            method: 'POST',
            body: new URLSearchParams(fields),
            redirect: 'manual',
            headers,
          }),
        ),
    }
  }
  return {
    ...{ db, machines, payment },
    /** Does what is due so many minutes later, as the portal's own job does each minute. */
    async askDue(minutes: number) {
      connectGateways(db, ({ gateway }) => gateways.gateway(gateway.toLowerCase() as DeskGateway))
      setClock(() => new Date(Date.parse(time()) + minutes * 60_000).toISOString())
      try {
        while ((await askDuePayments(db)) > 0);
      } finally {
        setClock(null)
      }
    },
    async close() {
      await Promise.all(machines.map(each => each.kill()))
      await gateways.close()
      await db.destroy()
    },
  }
}

type SignedIn = ApiClient & { at(url: string): SignedIn }

/** A person at any portal, who signs in for their first request and anew when a sign-in has expired, soon by a quick clock. */
function signedIn(url: string, signIn: () => Promise<string>): SignedIn {
  let token: string | null = null
  let signing: Promise<string> | null = null
  /** Signs in once for all requests that wait for it. */
  async function signInFrom(expired: string | null): Promise<void> {
    if (token !== expired) return
    signing ??= signIn()
    token = await signing.finally(() => {
      signing = null
    })
  }
  const clientOf = (at: string): SignedIn => {
    async function ask(question: (client: ApiClient) => Promise<Answer>) {
      if (token === null) await signInFrom(null)
      const asked = token
      const answer = await untilReady(() => question(clientAt(at, asked)))
      if (answer.status !== 401) return answer
      await signInFrom(asked)
      return untilReady(() => question(clientAt(at, token)))
    }
    return {
      get token() {
        return token
      },
      get: (path, headers) => ask(client => client.get(path, headers)),
      post: (path, body, headers) => ask(client => client.post(path, body, headers)),
      patch: (path, body, headers) => ask(client => client.patch(path, body, headers)),
      delete: path => ask(client => client.delete(path)),
      at: clientOf,
    }
  }
  return clientOf(url)
}

/** Asks again while a portal that is busy says so, as people and gateways do. */
async function untilReady<One extends { status: number }>(ask: () => Promise<One>, tries = 20): Promise<One> {
  const answer = await ask()
  if (answer.status !== 503 || tries === 1) return answer
  await pause(1_000)
  return untilReady(ask, tries - 1)
}

const codeOf = (name: DeskGateway) => accountCodes[name.toUpperCase() as keyof typeof accountCodes]

/** What the portals sign with, as the environment tells them. */
function variables(gateways: Awaited<ReturnType<typeof simulatedShop>>): NodeJS.ProcessEnv {
  const all = gatewayNames.flatMap(name => {
    const { secret, identities } = gateways.account(name)
    const parts = { ...identities, [adapters[name].secret]: secret }
    return Object.entries(parts).map(([part, value]) => [`PAYMENT_${codeOf(name)}_${part}`, value])
  })
  return Object.fromEntries(all)
}
