import { Button } from 'antd'
import { pod as pods } from '../../../resources/dispatches/pods/pod.ts'
import { contradictionText } from '../../../resources/dispatches/pods/pod-rules.ts'
import { useActions } from '../../derive/action/use-actions.tsx'
import type { PodRow } from './pod-api.ts'

const answers: readonly string[] = ['podHolds', 'reportHolds']

/** Asks which holds where a POD says something else than was reported; afterwards it says which one did. */
export function WhichHolds({ pod, lrNo, onTaken }: { pod: PodRow; lrNo: string; onTaken: () => void }) {
  const { actions, dialog } = useActions(pods, [pod as never], onTaken)
  if (!pod.reportedStatus) return null
  const offered = actions.filter(({ name }) => answers.includes(name))
  return (
    <div className={`notice-box which-holds${pod.comparison === 'CONTRADICTS' ? ' is-warning' : ''}`}>
      <p>
        {contradictionText(pod)}.{holdsText[pod.comparison]}
      </p>
      {offered.length > 0 && (
        <div className="page-actions">
          {offered.map(({ name, action, take }) => (
            <Button key={name} onClick={take}>
              {action.label}
              <span className="for-readers"> for LR {lrNo}</span>
            </Button>
          ))}
        </div>
      )}
      {dialog}
    </div>
  )
}

const holdsText: Readonly<Record<PodRow['comparison'], string>> = {
  AGREES: '',
  CONTRADICTS: ' The dispatch desk says which of the two holds.',
  POD_HOLDS: ' The POD holds.',
  REPORT_HOLDS: ' The report holds.',
}
