import { useState } from 'react'
import { outstandingSheet, type ReplaceMode, replaceModes } from '../../resources/uploads/outstanding.ts'
import DayInput from '../derive/form/day-input.tsx'
import ImportPage from '../derive/import/import-page.tsx'

const modeTexts: Record<ReplaceMode, string> = {
  REPLACE_CUSTOMERS_IN_FILE: 'Only the items of the customers in the file',
  FULL_REPLACE: 'The items of all customers; customers not in the file owe nothing',
}

/** Imports outstanding data from a file: the form also asks for its date and the customers whose items it replaces. */
export default function ImportOutstanding() {
  const [day, setDay] = useState<string | null>(null)
  const [mode, setMode] = useState<ReplaceMode>('REPLACE_CUSTOMERS_IN_FILE')
  return (
    <ImportPage
      resource={outstandingSheet}
      extraFields={
        <>
          <p>
            <label htmlFor="as-on">As on *</label>
            <br />
            <DayInput id="as-on" value={day} onChange={setDay} />
            <input type="hidden" name="given.asOnDate" value={day ?? ''} />
          </p>
          <fieldset className="radio-list">
            <legend>What the file replaces</legend>
            {replaceModes.map(one => (
              <label key={one}>
                <input
                  type="radio"
                  name="given.mode"
                  value={one}
                  checked={mode === one}
                  onChange={() => setMode(one)}
                />{' '}
                {modeTexts[one]}
              </label>
            ))}
          </fieldset>
          {mode === 'FULL_REPLACE' && (
            <p>
              <label htmlFor="confirm-replace">Type REPLACE to continue</label>
              <br />
              <input id="confirm-replace" name="given.confirm" autoComplete="off" />
            </p>
          )}
          <p className="quiet">The check shows the total of each customer before anything is saved.</p>
        </>
      }
    />
  )
}
