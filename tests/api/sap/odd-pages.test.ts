import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { odataSap } from '../../../api/sap/adapter.ts'
import type { BillingNews } from '../../../api/sap/documents/billing-document.ts'
import { sapInstant } from '../../../api/sap/http/odata.ts'
import { billingItem, billingRow } from '../../support/sap/billing-rows.ts'

type Answer = { rows: object[]; next?: string; count?: string }

let server: Server | undefined
afterEach(() => {
  server?.close()
  server?.closeAllConnections()
})

/** A SAP that answers every question for billing documents as a test says; it is asked at most fifty times. */
async function sapThat(answers: (query: URLSearchParams, asked: number) => Answer) {
  let asked = 0
  server = createServer((request: IncomingMessage, response) => {
    const { rows, next, count } = answers(new URL(request.url!, 'http://sap').searchParams, ++asked)
    const d = { results: rows, ...(next && { __next: `?$skiptoken=${next}` }), ...(count && { __count: count }) }
    response.writeHead(asked > 50 ? 500 : 200, { 'Content-Type': 'application/json' }).end(JSON.stringify({ d }))
  })
  await new Promise<void>(done => server!.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return odataSap({ url: `http://127.0.0.1:${port}`, user: 'PORTAL', password: 'secret', client: '100' })
}

const row = (no: number, second = no) =>
  billingRow([billingItem(10)], {
    BillingDocument: `009000000${no}`,
    LastChangeDateTime: sapInstant(`2026-11-20T06:30:0${second}.000Z`),
  })
const numbers = (found: readonly BillingNews[]) => found.map(({ sapBillingDoc }) => sapBillingDoc.slice(-1)).join('')
const unread = (number: string) => expect.unreachable(`${number} can be read`)
const since = '2026-11-20T06:00:00.000Z'

/** The documents of a SAP at or after the instant of a filter, from a place on. */
function pageOf(rows: readonly object[], query: URLSearchParams): Answer {
  const [, instant = ''] = /datetimeoffset'([^']+)'/.exec(query.get('$filter')!) ?? []
  const skip = Number(query.get('$skip'))
  const changed = rows.filter(one => (one as { LastChangeDateTime: string }).LastChangeDateTime >= sapInstant(instant))
  return { rows: changed.slice(skip, skip + Number(query.get('$top'))) }
}

describe('changes of which SAP gives a page twice', () => {
  it('are all read, whether they changed at one time or one after the other', async () => {
    for (const rows of [[1, 2, 3, 4, 5].map(no => row(no)), [1, 2, 3, 4, 5].map(no => row(no, 0))])
      for (const repeated of [2, 3]) {
        let before: Answer = { rows: [] }
        const sap = await sapThat((query, asked) => {
          const page = asked === repeated ? before : pageOf(rows, query)
          before = page
          return page
        })
        expect(numbers(await Array.fromAsync(sap.billingDocumentsSince(since, { page: 2 })))).toBe('12345')
        server!.close()
        server!.closeAllConnections()
      }
  })

  it('end with a sentence where SAP gives nothing but that page', async () => {
    const sap = await sapThat(() => ({ rows: [row(1), row(2)] }))
    await expect(Array.fromAsync(sap.billingDocumentsSince(since, { page: 2 }))).rejects.toMatchObject({
      errorClass: 'UNKNOWN',
      message: 'SAP gives the same page again and again.',
    })
  })
})

describe('documents that are asked for by their numbers', () => {
  it('come from all pages of a SAP that gives fewer at once', async () => {
    const sap = await sapThat(query =>
      query.get('$skiptoken') === 'rest'
        ? { rows: [row(2)], count: '2' }
        : { rows: [row(1)], next: 'rest', count: '2' },
    )
    expect(numbers(await sap.billingDocumentsAmong(['90000001', '90000002'], unread))).toBe('12')
  })

  it('are not taken for deleted where SAP counts one that it does not give', async () => {
    const sap = await sapThat(() => ({ rows: [row(1)], count: '2' }))
    await expect(sap.billingDocumentsAmong(['90000001', '90000002'], unread)).rejects.toMatchObject({
      errorClass: 'TECH',
      message: 'SAP answered 1 of 2 billing documents and has the others.',
    })
  })
})
