/** The studies of which every machine must make the same bytes; each is a YAML file here. */
export const studies = ["fits", "bootstrap", "loggers"] as const;
