import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { billdesk } from '../../../api/payments/gateways/billdesk.ts'
import { ccavenue } from '../../../api/payments/gateways/ccavenue.ts'
import { type Fields, readFields } from '../../../api/payments/gateways/fields.ts'
import type { GatewayAccount } from '../../../api/payments/gateways/gateway.ts'
import { mock } from '../../../api/payments/gateways/mock.ts'
import { payu } from '../../../api/payments/gateways/payu.ts'

/** The adapters of the portal, by the names of their simulators. */
export const adapters = { mock, payu, ccavenue, billdesk }
export const gatewayNames = Object.keys(adapters) as (keyof typeof adapters)[]

/** A payment of ₹ 1,25,000.50 that begins. */
export const payment = {
  orderNo: 'PT262700000087',
  amount: 12_500_050,
  customerCode: '100101',
  purpose: 'Invoices',
  firstName: 'Asha',
  email: 'a@example.com',
  phone: '9876543210',
}

/** An account with a secret of the tests. */
export const accountOf = (over: Partial<GatewayAccount> = {}): GatewayAccount => ({
  payAt: 'https://pay.example',
  askAt: 'https://ask.example',
  identities: {},
  secret: 'mock-secret-1',
  oldSecret: null,
  refundApi: true,
  ...over,
})

/** Serves on any free port of this machine. */
export async function listening(server: Server): Promise<{ url: string; stop: () => Promise<void> }> {
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.closeAllConnections()
      await new Promise(done => server.close(done))
    },
  }
}

/** A gateway that gives one answer to every question, and tells what it was asked. */
export async function oneAnswer(answer: { status?: number; body: string }) {
  const asked: Fields[] = []
  const server = createServer(async (request, response) => {
    asked.push(readFields(await text(request)))
    response.writeHead(answer.status ?? 200).end(answer.body)
  })
  return { ...(await listening(server)), asked }
}
