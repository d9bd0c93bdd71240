import { rmSync } from 'node:fs'
import type { Knex } from 'knex'
import type { GatewayMeans } from '../../api/payments/eligibility.ts'
import { type Fields, fromGatewayAmount, readFields } from '../../api/payments/gateways/fields.ts'
import { type PaymentForm, unknown, type Verified, verified } from '../../api/payments/gateways/gateway.ts'
import { simulatedAccount } from '../../api/payments/gateways/simulated-account.ts'
import { openGateway } from '../../api/payments/open-gateway.ts'
import { applyGatewayResult } from '../../api/payments/results/apply-gateway-result.ts'
import { connectGateways } from '../../api/payments/results/gateways-at-work.ts'
import { now } from '../../api/platform/clock.ts'
import type { Config } from '../../api/platform/config.ts'
import { simulatorFile, simulatorSecret } from '../../api/platform/simulators.ts'
import { type SimulatedName, simulatedGateways } from '../../api/simulators/gateways/accounts.ts'
import { type Choice, type ChoiceName, choices } from '../../api/simulators/gateways/choices.ts'
import { broughtBack, endingOf, noticesOf } from '../../api/simulators/gateways/endings.ts'
import { openLedger, statusAt } from '../../api/simulators/gateways/ledger.ts'
import { bankReference } from '../../api/simulators/gateways/simulated-gateway.ts'
import { ccavenueWords } from '../../resources/payments/gateways/ccavenue-words.ts'
import { mockWords } from '../../resources/payments/gateways/mock-words.ts'
import type { PaymentTransaction } from '../../resources/payments/payment-transaction.ts'
import type { PaymentAccount } from '../../resources/settings/payment-account.ts'

type Paid = Pick<PaymentTransaction, 'txnNo'>

export type PastGateways = ReturnType<typeof pastGateways>

/** CCAvenue's words for what it finds out after a payment. */
const reported = { FRAUD: 'Fraud', CHARGEBACK: 'Chargeback' } as const

const MINUTE = 60_000
/** They are called without HTTP. */
export const nowhere = { url: 'http://127.0.0.1', page: 'http://127.0.0.1' }
/** Where payers and gateways post from, as their addresses are kept. */
const PAYER = '203.0.113.24'

/**
 * The simulated gateways of the demo company's past, with the ledger that they have in the running portal: they are asked
 * without HTTP, and post what they would have posted.
 */
export function pastGateways(trx: Knex, config: Pick<Config, 'databaseUrl' | 'secret'>, means: GatewayMeans) {
  const file = simulatorFile({ ...config, home: means.config.home }, 'gateway')
  for (const end of ['', '-wal', '-shm']) rmSync(file + end, { force: true })
  const ledger = openLedger(file)
  const secret = simulatorSecret(config, 'gateway')
  const deskOf = (account: PaymentAccount) => {
    const name = account.gateway.toLowerCase() as SimulatedName
    return {
      name,
      wire: simulatedGateways[name],
      account: simulatedAccount(name, simulatedGateways[name].kind, secret, nowhere),
    }
  }
  const post = (kind: 'RETURN' | 'NOTIFY', { code }: PaymentAccount, fields: Fields) =>
    applyGatewayResult(trx, { kind, accountCode: code, fields, remoteIp: PAYER })

  const reports = new Map<string, keyof typeof reported>()

  connectGateways(trx, account => ({
    ...openGateway(means.config, account, nowhere).gateway,
    verify: async ({ orderNo }) => answerAbout(deskOf(account).name, orderNo),
  }))

  function answerAbout(name: SimulatedName, txnNo: string): Verified {
    const payment = ledger.find(name, txnNo)
    if (!payment) return unknown('NOT_FOUND', 'The gateway does not know the payment')
    const status = statusAt(payment, now())
    const facts = { amount: fromGatewayAmount(payment.paid), currency: 'INR', gatewayTxnId: payment.gatewayTxnId }
    const bank = {
      bankRefNo: bankReference({ payment, status }),
      mode: name === 'billdesk' ? null : ('UPI' as const),
      charges: null,
    }
    const reason = reports.get(txnNo)
    if (reason) return verified(ccavenueWords, { ...facts, ...bank, said: reported[reason], redacted: {} })
    return verified(mockWords, { ...facts, ...bank, said: status, redacted: {} })
  }

  /** The payer reaches the page of the gateway. */
  function open(account: PaymentAccount, { fields }: PaymentForm) {
    const { name, wire, account: own } = deskOf(account)
    const { txnNo, amount, echo } = wire.readStart(own, fields)!
    ledger.begin({ gateway: name, txnNo, amount, idPrefix: wire.idPrefix, echo, at: now() })
  }

  /** The payer presses a button there: the gateway's server tells of it, unless they are only brought back. */
  async function choose(account: PaymentAccount, { txnNo }: Paid, pressed: ChoiceName, by: 'both' | 'notice' = 'both') {
    const desk = deskOf(account)
    const choice: Choice = choices[pressed]
    const payment = ledger.find(desk.name, txnNo)!
    const ended = { ...payment, ...endingOf(choice, payment, now(), MINUTE) }
    ledger.decide(payment, ended)
    if (by === 'both') await post('RETURN', account, broughtBack(desk, ended, choice, now()))
    for (const { body } of noticesOf(desk, ended, choice, '')) await post('NOTIFY', account, readFields(body))
  }

  return {
    ...{ open, choose },
    /** CCAvenue tells that a payment which had succeeded is a fraud, or was charged back; so it answers from then on. */
    async report(account: PaymentAccount, { txnNo }: Paid, reason: keyof typeof reported) {
      const { name, wire, account: own } = deskOf(account)
      reports.set(txnNo, reason)
      const payment = ledger.find(name, txnNo)!
      const told = wire.tell(own, { payment, status: 'SUCCESS', amount: payment.paid })
      const values = { ...told, order_status: reported[reason] }
      await post('NOTIFY', account, wire.seal(own.secret, values, values))
    },
    /** The gateway tells of a second capture of a payment, under another reference. */
    async captureAgain(account: PaymentAccount, { txnNo }: Paid) {
      const { name, wire, account: own } = deskOf(account)
      const payment = ledger.find(name, txnNo)!
      const again = {
        ...payment,
        gatewayTxnId: `${payment.gatewayTxnId.slice(0, -4)}9${payment.gatewayTxnId.slice(-3)}`,
      }
      const values = wire.tell(own, { payment: again, status: 'SUCCESS', amount: payment.paid })
      await post('NOTIFY', account, wire.seal(own.secret, values, values))
    },
    close: ledger.close,
  }
}
