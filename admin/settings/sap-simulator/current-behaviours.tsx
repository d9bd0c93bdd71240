import { Button } from 'antd'
import { type SimulatedBehaviour, simulatedModes } from '../../../resources/platform/simulated-sap.ts'
import { useBehave } from './use-behave.ts'

/** What the simulated SAP does now, in words, each with a button that ends it. */
export function CurrentBehaviours({ behaviours }: { behaviours: readonly SimulatedBehaviour[] }) {
  const behave = useBehave()
  if (behaviours.length === 0)
    return (
      <p className="notice-box is-good" role="status">
        SAP works: it answers every call.
      </p>
    )
  return (
    <div className="notice-box is-warning" role="status">
      <ul className="behaviours">
        {behaviours.map((behaviour, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same behaviour may be chosen twice
          <li key={index}>
            <span>
              <strong>{simulatedModes[behaviour.mode].label}.</strong> {inWords(behaviour)}
            </span>
            <Button
              size="small"
              loading={behave.isPending}
              onClick={() => behave.mutate(behaviours.filter(one => one !== behaviour))}
            >
              End<span className="for-readers"> {simulatedModes[behaviour.mode].label}</span>
            </Button>
          </li>
        ))}
      </ul>
      <Button type="primary" loading={behave.isPending} onClick={() => behave.mutate([])}>
        Let SAP work
      </Button>
    </div>
  )
}

/** What a behaviour does, to which calls, and for how long. */
function inWords({ mode, times, every, only, percent, among }: SimulatedBehaviour): string {
  const { service, entity, kind } = only
  const drawn = among.length > 0 ? ` Among: ${among.map(one => simulatedModes[one].label).join(', ')}.` : ''
  const calls = [kind === 'read' ? 'reads' : kind === 'change' ? 'changes' : 'calls', entity && `of ${entity}`]
    .concat(service ? [`of ${service}`] : [])
    .filter(Boolean)
    .join(' ')
  const which = mode === 'random' ? `${percent} of 100 ${calls}` : every > 1 ? `1 of ${every} ${calls}` : `all ${calls}`
  const until = times === null ? 'until you change it' : times === 1 ? 'once more' : `${times} times more`
  return `${simulatedModes[mode].sentence}${drawn} It meets ${which}, ${until}.`
}
