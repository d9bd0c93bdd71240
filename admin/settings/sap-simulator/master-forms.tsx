import { Button, Input } from 'antd'
import { type FormEvent, useState } from 'react'
import type { SimulatedCommand } from '../../../resources/platform/simulated-sap.ts'
import { FieldRow } from '../../derive/form/field-row.tsx'
import { useCommand } from './use-command.ts'

/** Changes a list price in SAP, and orders from a contract there. */
export function MasterForms() {
  return (
    <>
      <CommandForm
        title="Change a price"
        fields={{ material: 'Product', rate: 'New rate in rupees' }}
        commandOf={({ material = '', rate = '' }) => ({ command: 'change-price', material, rate })}
      />
      <CommandForm
        title="Call off from a contract"
        fields={{ contract: 'SAP contract', item: 'Contract item', quantity: 'Quantity' }}
        commandOf={({ contract = '', item = '', quantity = '' }) => ({
          command: 'call-off',
          contract,
          ...(item && { item: Number(item) }),
          quantity,
        })}
      />
    </>
  )
}

function CommandForm<Name extends string>({
  title,
  fields,
  commandOf,
}: {
  title: string
  fields: Record<Name, string>
  commandOf: (given: Partial<Record<Name, string>>) => SimulatedCommand
}) {
  const [given, setGiven] = useState<Partial<Record<Name, string>>>({})
  const command = useCommand()

  function submit(event: FormEvent) {
    event.preventDefault()
    command.mutate(commandOf(given))
  }

  return (
    <form onSubmit={submit} aria-label={title} className="sap-command">
      {(Object.entries(fields) as [Name, string][]).map(([name, label]) => (
        <FieldRow key={name} id={`sap-${name}`} label={label}>
          {({ status, ...control }) => (
            <Input
              {...control}
              status={status ?? ''}
              autoComplete="off"
              value={given[name] ?? ''}
              onChange={({ target }) => setGiven(now => ({ ...now, [name]: target.value.trim() }))}
            />
          )}
        </FieldRow>
      ))}
      <Button htmlType="submit" loading={command.isPending}>
        {title}
      </Button>
    </form>
  )
}
