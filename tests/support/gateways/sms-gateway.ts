import { simulatorSecret } from '../../../api/platform/simulators.ts'
import type { SmsMode } from '../../../api/simulators/sms/simulator.ts'
import type { TestPortal } from '../portal.ts'

/** The simulated SMS gateway of a running portal, as the phones and its operator see it. */
export function smsGateway({ simulators: { url }, secret, db }: TestPortal) {
  const call = async (path: string, body?: object) => {
    const answer = await fetch(`${url}/sms-gateway/${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { Authorization: `Bearer ${simulatorSecret({ secret }, 'sms')}`, 'Content-Type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
  }
  return {
    call,
    /** Makes the next SMS go wrong in this way. */
    behave: (mode: SmsMode, times = 1) => call('mode', { mode, times }),
    /** The text on the phone; waits until the SMS has left the portal. */
    async phone(messageNo: string): Promise<string> {
      for (let tries = 0; tries < 100; tries++) {
        const { status, body } = await call(`messages/${messageNo}`)
        if (status === 200) return String(body.text)
        await new Promise(resolve => setTimeout(resolve, 50))
      }
      throw new Error(`${messageNo}: ${JSON.stringify(await db('message_log').where({ messageNo }).first())}`)
    },
  }
}
