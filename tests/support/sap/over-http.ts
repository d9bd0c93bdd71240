import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { Koa } from '@feathersjs/koa'
import type { Knex } from 'knex'
import { orderMessage } from '../../../api/orders/sap/order-message.ts'
import { enqueueForSap } from '../../../api/outbox/outbox.ts'
import { setClock } from '../../../api/platform/clock.ts'
import { simulatorAccess } from '../../../api/platform/simulators.ts'
import { transact } from '../../../api/platform/transact.ts'
import { odataSap, type SapAdapter } from '../../../api/sap/adapter.ts'
import type { SapFields } from '../../../api/sap/http/fields.ts'
import { sapSimulator } from '../../../api/simulators/sap/simulator.ts'
import { freshDatabase } from '../database.ts'
import { type Company, createApprovedOrder, createCompany } from '../dispatches/shipped-order.ts'

/** What stands between the portal and the simulated SAP: it forwards, or does what a test says with a request. */
type OnTheWay = (request: {
  method: string
  path: string
  forward: () => Promise<Response>
}) => Promise<Response | null>

/** The simulated SAP over HTTP, behind something that can lose, delay or change what passes. */
export async function sapOverHttp(clock: () => string) {
  const simulator = sapSimulator({ file: ':memory:', billAfterMs: 999_999_999, clock })
  const koa = new Koa()
  koa.silent = true
  koa.use(simulator)
  const servers: Server[] = []
  const listening = async (server: Server) => {
    servers.push(server)
    await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }
  const behind = await listening(createServer(koa.callback()))
  const asked: string[] = []
  let onTheWay: OnTheWay = ({ forward }) => forward()

  async function pass(request: IncomingMessage, response: ServerResponse) {
    const body = await text(request)
    const { host: _, ...headers } = request.headers as Record<string, string>
    const path = request.url!.replace(/^\/sap\/opu\/odata\/sap\//, '').replace(/\?.*$/, '')
    asked.push(`${request.method} ${path}`)
    const forward = () =>
      fetch(behind + request.url, {
        method: request.method!,
        headers,
        body: body === '' ? null : body,
        redirect: 'manual',
      })
    const answer = await onTheWay({ method: request.method!, path, forward })
    if (answer === null) return
    const bytes = Buffer.from(await answer.arrayBuffer())
    const shown = [...answer.headers].filter(
      ([name]) => !/^(content-encoding|transfer-encoding|connection)$/.test(name),
    )
    response.writeHead(answer.status, Object.fromEntries(shown)).end(bytes)
  }

  const url = await listening(
    createServer((request, response) => void pass(request, response).catch(() => response.destroy())),
  )
  const control = (what: string, body: object) =>
    fetch(`${behind}/sap/simulator/${what}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
  return {
    /** Where the portal finds SAP. */
    url,
    /** `fields` are the names of the landscape; those of an unchanged SAP without. */
    adapter: (timeoutMs = 20_000, fields?: () => Promise<Partial<SapFields>>): SapAdapter =>
      odataSap({ url, ...simulatorAccess, timeoutMs, ...(fields && { fields }) }),
    /** The requests so far, such as `POST API_SALES_ORDER_SRV/A_SalesOrder`. */
    asked,
    creations: () => asked.filter(one => one === 'POST API_SALES_ORDER_SRV/A_SalesOrder').length,
    /** Says what happens to each request from now on; null never answers. */
    through: (next: OnTheWay) => {
      onTheWay = next
    },
    /** Changes something in SAP itself: `item`, `order` or `behaviour`. */
    control,
    async close() {
      for (const server of servers) server.close().closeAllConnections()
      simulator.close()
    },
  }
}

/** A company on a new database with its SAP over HTTP, at the time of a clock that a test moves. */
export async function companyWithSap(clock: () => string) {
  setClock(clock)
  const { db, close } = await freshDatabase()
  const company = await createCompany(db)
  const sap = await sapOverHttp(clock)
  return {
    db,
    company,
    sap,
    async close() {
      setClock(null)
      await sap.close()
      await close()
    },
  }
}

/** An approved order with its message to SAP. */
export async function releasedOrder(db: Knex, company: Company, more: Record<string, unknown> = {}) {
  const made = await createApprovedOrder(db, company, more)
  const payload = await orderMessage(db, made.id)
  const messageNo = await transact(db, trx =>
    enqueueForSap(trx, {
      messageType: 'ORDER_CREATE',
      ownerType: 'ORDER',
      ownerId: made.id,
      orderId: made.id,
      idempotencyKey: `ORDER_CREATE-${made.orderNo}`,
      payload,
    }),
  )
  return { ...made, messageNo, payload }
}
