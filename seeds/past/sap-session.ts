import { now } from '../../api/platform/clock.ts'
import { SapError } from '../../api/sap/http/sap-error.ts'
import type { SapSession } from '../../api/sap/http/session.ts'
import { clearingPath, takeClearing } from '../../api/sap-simulator/documents/clearing-request.ts'
import { postJournalEntry } from '../../api/sap-simulator/documents/journal-entry.ts'
import { answerRead } from '../../api/sap-simulator/odata/read.ts'
import type { SimulatorStore } from '../../api/sap-simulator/store.ts'

/** A session with the simulated SAP that asks its store, without HTTP: it reads, and posts journal entries. */
export function sessionOver(store: SimulatorStore): SapSession {
  const noChange = async () => {
    throw new SapError('TECH', 'The past changes nothing in SAP this way.')
  }
  return {
    async get(asked, given = {}) {
      const [service = '', path = ''] = asked.split('/')
      const query = new URLSearchParams(Object.entries(given).map(([name, value]) => [name, `${value}`]))
      query.set('sap-language', 'EN')
      const { status, body } = answerRead(store.entities, {
        ...{ service, path, query, pageLimit: 1000 },
        ...{ serviceUrl: `http://sap/${service}`, url: `http://sap/${asked}` },
      })
      return { status, headers: new Headers(), text: JSON.stringify(body) }
    },
    soap: async (path, _action, text) =>
      String((path === clearingPath ? takeClearing : postJournalEntry)(store, text, now()).body ?? ''),
    modify: noChange,
    modifyTogether: noChange,
  }
}
