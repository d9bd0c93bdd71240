import { Radio } from 'antd'
import { Drawer } from '../shell/drawer.tsx'
import { Icon } from '../shell/menu/icons.tsx'
import { chooseLook, type LookChoice } from '../theme/look.ts'
import { useLookChoice } from '../theme/use-look.ts'

const modes: readonly { value: LookChoice['mode']; label: string }[] = [
  { value: 'system', label: 'Same as this device' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
]
const sizes: readonly { value: LookChoice['size']; label: string }[] = [
  { value: 12, label: 'Standard (12)' },
  { value: 14, label: 'Comfortable (14)' },
]

/** The person chooses colours and text size; every screen follows at once. */
export default function Appearance({ onClose }: { onClose: () => void }) {
  const { mode, size } = useLookChoice()
  return (
    <Drawer
      open
      title="Appearance"
      width={Math.min(320, window.innerWidth)}
      closeIcon={<Icon name="close" />}
      onClose={onClose}
    >
      <div className="appearance">
        <Choice title="Colours" value={mode} options={modes} onChoose={chosen => chooseLook({ mode: chosen })} />
        <Choice title="Text size" value={size} options={sizes} onChoose={chosen => chooseLook({ size: chosen })} />
        <p className="quiet">Kept on this device.</p>
      </div>
    </Drawer>
  )
}

function Choice<T extends string | number>({
  title,
  value,
  options,
  onChoose,
}: {
  title: string
  value: T
  options: readonly { value: T; label: string }[]
  onChoose: (value: T) => void
}) {
  return (
    <fieldset>
      <legend>{title}</legend>
      <Radio.Group value={value} onChange={({ target }) => onChoose(target.value)}>
        {options.map(option => (
          <Radio key={option.value} value={option.value}>
            {option.label}
          </Radio>
        ))}
      </Radio.Group>
    </fieldset>
  )
}
