import { Button } from 'antd'
import { type FormEvent, useState } from 'react'
import {
  type OnlyCalls,
  type SimulatedBehaviour,
  type SimulatedMode,
  simulatedModeNames,
  simulatedModes,
} from '../../../resources/platform/simulated-sap.ts'
import { ChoiceRow } from '../../derive/form/choice-row.tsx'
import { FieldRow } from '../../derive/form/field-row.tsx'
import { NumberInput } from '../../derive/form/number-input.tsx'
import { useBehave } from './use-behave.ts'

const kinds = [
  { value: 'all', label: 'Reads and changes' },
  { value: 'read', label: 'Reads' },
  { value: 'change', label: 'Changes' },
]
const modes = simulatedModeNames
  .filter(mode => mode !== 'ok')
  .map(value => ({ value, label: simulatedModes[value].label }))

const usual: SimulatedBehaviour = { mode: 'dead', times: null, only: {}, every: 1, percent: 30, seed: 1, among: [] }

/** Chooses a behaviour, which calls it meets and how often; it replaces the present ones or joins them. */
export function BehaviourForm({
  behaviours,
  services,
}: {
  behaviours: readonly SimulatedBehaviour[]
  services: readonly string[]
}) {
  const [chosen, setChosen] = useState(usual)
  const behave = useBehave()
  const change = (part: Partial<SimulatedBehaviour>) => setChosen(now => ({ ...now, ...part }))
  const limit = (part: OnlyCalls) => setChosen(now => ({ ...now, only: { ...now.only, ...part } }))
  const count = (value: number | string | null) => (typeof value === 'number' && value > 0 ? value : null)

  function submit(event: FormEvent) {
    event.preventDefault()
    behave.mutate([chosen])
  }

  return (
    <form onSubmit={submit} aria-label="Choose a behaviour" className="sap-behave">
      <div className="form-grid is-double">
        <ChoiceRow<SimulatedMode>
          id="mode"
          label="Behaviour"
          hint={simulatedModes[chosen.mode].sentence}
          options={modes}
          value={chosen.mode}
          onChange={mode => change({ mode })}
        />
        <FieldRow id="times" label="Number of calls" hint="Leave empty to keep it until you change it">
          {control => (
            <NumberInput
              {...control}
              scale={0}
              value={chosen.times}
              onChange={value => change({ times: count(value) })}
            />
          )}
        </FieldRow>
        <ChoiceRow
          id="kind"
          label="Which calls"
          options={kinds}
          value={chosen.only.kind ?? 'all'}
          onChange={kind => limit({ kind: kind === 'read' || kind === 'change' ? kind : null })}
        />
        <ChoiceRow
          id="service"
          label="Service"
          search
          options={[{ value: '', label: 'All services' }, ...services.map(value => ({ value, label: value }))]}
          value={chosen.only.service ?? ''}
          onChange={service => limit({ service: service || null })}
        />
        {chosen.mode === 'random' && (
          <>
            <FieldRow id="percent" label="Calls affected per 100">
              {control => (
                <NumberInput
                  {...control}
                  scale={0}
                  value={chosen.percent}
                  onChange={value => change({ percent: Math.min(count(value) ?? 0, 100) })}
                />
              )}
            </FieldRow>
            <FieldRow id="seed" label="Seed" hint="The same seed draws the same behaviours">
              {control => (
                <NumberInput
                  {...control}
                  scale={0}
                  value={chosen.seed}
                  onChange={value => change({ seed: count(value) ?? 0 })}
                />
              )}
            </FieldRow>
          </>
        )}
      </div>
      <div className="form-buttons">
        <Button type="primary" htmlType="submit" loading={behave.isPending}>
          Set behaviour
        </Button>
        {behaviours.length > 0 && (
          <Button loading={behave.isPending} onClick={() => behave.mutate([...behaviours, chosen])}>
            Add to the others
          </Button>
        )}
      </div>
    </form>
  )
}
