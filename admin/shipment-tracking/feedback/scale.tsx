import './scale.css'

const words = ['Bad', 'Poor', 'Fair', 'Good', 'Very good'] as const

/** A rating from 1 to 5 as big radio buttons with words, usable with one thumb and with the arrow keys. */
export function Scale(scale: {
  id: string
  name: string
  legend: string
  required?: boolean
  error?: string | undefined
}) {
  const { id, name, error } = scale
  return (
    <fieldset className="scale" aria-describedby={error ? `${id}-error` : undefined}>
      <legend>
        {scale.legend}
        {scale.required && (
          <span className="required" aria-hidden="true">
            {' '}
            *
          </span>
        )}
      </legend>
      <div className="scale-steps">
        {words.map((word, index) => (
          <label key={word}>
            <input
              type="radio"
              name={name}
              value={index + 1}
              id={index === 0 ? id : undefined}
              required={scale.required}
            />
            <span>
              <b>{index + 1}</b>
              {word}
            </span>
          </label>
        ))}
      </div>
      {error && (
        <span id={`${id}-error`} className="field-error">
          {error}
        </span>
      )}
    </fieldset>
  )
}
