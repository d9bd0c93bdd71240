import type { SimulatedCommand } from '../../../resources/platform/simulated-sap.ts'
import { emptyAnswer, type SimulatorAnswer, sapRefusal } from '../sap/answers.ts'
import type { SapRecord, SimulatorStore } from '../sap/store.ts'
import { commandFault } from './command-fields.ts'
import { runCommand } from './commands.ts'
import { payInvoice } from './payments.ts'
import { Refused } from './refused.ts'

/** What was done, as a sentence, or the sentence that refuses it. */
type Done = { says: string; refusal?: never } | { refusal: string; says?: never }

/** Does with documents what a command says. */
export function tryCommand(store: SimulatorStore, body: unknown, at: string): Done {
  const refusal = commandFault(body)
  if (refusal) return { refusal }
  try {
    return { says: runCommand(store, body as SimulatedCommand, at) }
  } catch (error) {
    if (error instanceof Refused) return { refusal: error.message }
    throw error
  }
}

/** `POST /sap/simulator/documents { command, … }`: answers what was done; 400 with why where SAP refuses. */
export function answerCommand(store: SimulatorStore, body: unknown, at: string): SimulatorAnswer {
  const { says, refusal } = tryCommand(store, body, at)
  return says === undefined ? { status: 400, body: { message: refusal } } : { status: 200, body: { says } }
}

/** `POST /sap/simulator/invoice { billingDocument, cleared: true }`: simulates that an invoice is paid. */
export function answerInvoice(store: SimulatorStore, body: unknown, at: string): SimulatorAnswer {
  const { billingDocument: number, cleared } = (body ?? {}) as SapRecord
  if (cleared !== true)
    return sapRefusal(400, [{ code: 'SY/530', message: 'Say { "billingDocument", "cleared": true }.' }])
  try {
    payInvoice(store, String(number), { kind: 'full' }, at)
    return emptyAnswer
  } catch (error) {
    if (error instanceof Refused) return sapRefusal(404, [{ code: '/IWBEP/CM_MGW_RT/020', message: error.message }])
    throw error
  }
}
