/** Radio buttons below a legend; controlled when `onChange` is given. */
export function RadioList<Value extends string>(choice: {
  name: string
  legend: string
  options: readonly (readonly [Value, string])[]
  value?: Value | undefined
  onChange?: (value: Value) => void
}) {
  return (
    <fieldset className="radio-list">
      <legend>{choice.legend}</legend>
      {choice.options.map(([value, label], index) => (
        <label key={value}>
          <input
            type="radio"
            name={choice.name}
            value={value}
            {...(choice.onChange
              ? { checked: choice.value === value, onChange: () => choice.onChange?.(value) }
              : { defaultChecked: index === 0 })}
          />{' '}
          {label}
        </label>
      ))}
    </fieldset>
  )
}
