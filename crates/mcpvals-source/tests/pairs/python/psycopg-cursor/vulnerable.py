# rule: sql-injection
from mcp.server.fastmcp import FastMCP
import psycopg2

mcp = FastMCP("demo")

class Store:
    def __init__(self, dsn: str):
        self.connection = psycopg2.connect(dsn)

    def rows(self, statement: str):
        with self.connection.cursor() as cursor:
            cursor.execute(statement)
            return cursor.fetchall()


store = Store("dbname=shop")


@mcp.tool()
def orders_of(customer: str) -> list:
    """List the orders of a customer."""
    return store.rows("SELECT id, total FROM orders WHERE customer = '%s'" % customer)

if __name__ == "__main__":
    mcp.run()
