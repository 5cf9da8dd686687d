"""The harness's tool pipeline: schemas, definitions, scopes, policy, execution, scheduling. Pure, asynchronous."""
