import { Button } from 'antd'
import { kilograms } from '../../../resources/define/show.ts'
import type { showHazards } from '../../../resources/dispatches/commands/tracking.ts'
import { at, useAsk } from '../../derive/command/ask.ts'
import { countText } from '../../derive/record/when.ts'
import { LrPanel } from './lr-panel.tsx'
import type { LrPartProps } from './lr-part.ts'

const hazards = at<typeof showHazards>('GET lr-hazards')

/** What of the goods is hazardous, what keeps it from leaving, and its TREM cards. */
export default function LrHazards({ wholeLr: { lr } }: LrPartProps) {
  const { data } = useAsk(hazards, { lrId: lr.id }, { enabled: lr.hasHazard, shows: ['lrs'] })
  if (!data?.goods.length) return null
  const { goods, refusals, warnings } = data
  return (
    <LrPanel
      id="hazards"
      title="Hazardous goods"
      actions={
        <Button href={`/api/lrs/${lr.id}/trem-cards`} download>
          Print TREM cards
        </Button>
      }
    >
      <ul>
        {goods.map(({ code, text, packages, netKg }) => (
          <li key={code}>
            <strong>{code}</strong> {text}
            <div className="quiet">
              {countText(packages, 'package')}, {kilograms(netKg)} net
            </div>
          </li>
        ))}
      </ul>
      {refusals.length > 0 && (
        <div className="notice-box is-bad">
          {refusals.map(one => (
            <p key={one}>{one}</p>
          ))}
        </div>
      )}
      {warnings.length > 0 && (
        <div className="notice-box is-warning">
          {warnings.map(one => (
            <p key={one}>{one}</p>
          ))}
        </div>
      )}
    </LrPanel>
  )
}
