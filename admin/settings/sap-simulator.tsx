import type { showSimulatedSap } from '../../resources/sap/commands/simulator.ts'
import { at, useAsk } from '../derive/command/ask.ts'
import { Failure } from '../shell/failure.tsx'
import { PageFrame } from '../shell/page-frame.tsx'
import { Waiting } from '../shell/waiting.tsx'
import { BehaviourForm } from './sap-simulator/behaviour-form.tsx'
import { CurrentBehaviours } from './sap-simulator/current-behaviours.tsx'
import { Documents } from './sap-simulator/documents.tsx'
import { LastCalls } from './sap-simulator/last-calls.tsx'
import { MasterForms } from './sap-simulator/master-forms.tsx'
import './sap-simulator/sap-simulator.css'

const simulatedSap = at<typeof showSimulatedSap>('GET simulated-sap')

/** How the simulated SAP behaves, chosen here, and what the portal asked of it. */
export default function SapSimulator() {
  const { data, error, refetch } = useAsk(simulatedSap, {}, { refetchInterval: 2_000 })
  return (
    <PageFrame title="Simulated SAP" purpose="Behaviour, documents and recent calls of the simulated SAP.">
      {error && <Failure error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Waiting />}
      {data && (
        <>
          <section className="panel" aria-labelledby="behaviour">
            <h2 id="behaviour">Behaviour</h2>
            <CurrentBehaviours behaviours={data.behaviours} />
            <BehaviourForm behaviours={data.behaviours} services={data.services} />
          </section>
          <section className="panel" aria-labelledby="documents">
            <h2 id="documents">Documents in SAP</h2>
            <Documents orders={data.orders} />
            <MasterForms />
          </section>
          <section className="panel" aria-labelledby="calls">
            <h2 id="calls">Last calls</h2>
            <LastCalls calls={data.calls} />
          </section>
        </>
      )}
    </PageFrame>
  )
}
