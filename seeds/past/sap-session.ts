import { now } from '../../api/platform/clock.ts'
import { SapError } from '../../api/sap/http/sap-error.ts'
import type { SapSession } from '../../api/sap/http/session.ts'
import type { SimulatorStore } from '../../api/simulators/sap/store.ts'
import { clearingPath, takeClearing } from '../../api/simulators/sap-documents/clearing-request.ts'
import { postJournalEntry } from '../../api/simulators/sap-documents/journal-entry.ts'
import { answerRead } from '../../api/simulators/sap-odata/read.ts'

/** A session with the simulated SAP that asks its store, without HTTP: it reads, and posts journal entries. */
export function sessionOver(store: SimulatorStore): SapSession {
  const noChange = async () => {
    throw new SapError('TECH', 'The past changes nothing in SAP this way.')
  }
  const get: SapSession['get'] = async (address, given = {}) => {
    const [service = '', path = ''] = address.split('/')
    const query = new URLSearchParams(Object.entries(given).map(([name, value]) => [name, `${value}`]))
    query.set('sap-language', 'EN')
    const { status, body } = answerRead(store.entities, {
      ...{ service, path, query, pageLimit: 1000 },
      ...{ serviceUrl: `http://sap/${service}`, url: `http://sap/${address}` },
    })
    return { status, headers: new Headers(), text: JSON.stringify(body) }
  }
  return {
    get,
    getInBatch: get,
    soap: async (path, _action, text) =>
      String((path === clearingPath ? takeClearing : postJournalEntry)(store, text, now()).body ?? ''),
    modify: noChange,
    modifyTogether: noChange,
  }
}
